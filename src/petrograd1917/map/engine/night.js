// The end of a night: playing has stopped by itself; a question leads on.

function addNights(stage, field) {
  const { node, hide, way } = invitation(field, 'night');
  node.setAttribute('aria-live', 'polite');

  function ways(night) {
    const others = stage.data.episodes.filter((episode) => episode !== stage.episode);
    return [
      night ? way(stage.say(night.on), () => stage.play(), 'primary') : null,
      way(stage.word('chapters'), () => stage.showChapters()),
      ...(night ? [] : others.map((other) => way(stage.say(other.title), () => openEpisode(stage, other.id)))),
    ];
  }

  stage.on('night-over', () => {
    const night = stage.episode.nights.find(({ until }) => until === stage.minute);
    const over = stage.word('episode_over', { episode: stage.say(stage.episode.title) });
    stage.select('');
    node.hidden = false;
    node.replaceChildren(
      button(stage.word('close'), 'close', hide, { class: 'x' }),
      el('p', { text: night ? stage.say(night.asks) : over }),
      el('div', { class: 'ways' }, ...ways(night)),
    );
    stage.opened(hide);
  });
  stage.on('minute select settings', hide);
}
