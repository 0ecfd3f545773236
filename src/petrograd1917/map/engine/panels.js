// What lies over the map for a while: the opening, the keys, the glossary, a word in passing.

/** A sheet over the map that leads on: its node, what puts it away, and buttons that do so and go. */
function invitation(area, name) {
  const node = el('section', { class: `invitation ${name}`, hidden: true });
  area.append(node);

  function hide() {
    if (node.hidden) return false;
    node.hidden = true;
    return true;
  }

  function way(text, onclick, className = '') {
    const go = () => {
      hide();
      onclick();
    };
    return el('button', { type: 'button', class: className, text, onclick: go });
  }

  return { node, hide, way };
}

/** One sentence of what is about to happen, and the ways in; or one sentence about a link that was not understood. */
function opening(stage, area) {
  const { node, hide, way } = invitation(area, 'opening');

  function ways() {
    const first = stage.data.episodes.find((episode) => episode.id === stage.data.view.opening);
    const others = stage.data.episodes.filter((episode) => episode !== first);
    const playFirst = () => {
      openEpisode(stage, first.id);
      stage.play();
    };
    return [
      way(stage.say(first.play), playFirst, 'primary'),
      way(stage.word('moments'), () => stage.openMoments()),
      ...others.map((episode) => way(stage.say(episode.title), () => openEpisode(stage, episode.id))),
    ];
  }

  function problemWords({ key, value }) {
    const word = `broken_${key}` in stage.data.words.en ? `broken_${key}` : 'broken_link';
    return stage.word(word, { value, episode: stage.say(stage.episode.title) });
  }

  let shown = [];
  stage.welcome = (problems = []) => {
    shown = problems;
    const title = stage.say(stage.data.title);
    node.setAttribute('aria-label', title);
    node.replaceChildren(
      button(stage.word('close'), 'close', hide, { class: 'x' }),
      ...problems.map((problem) => el('p', { class: 'problem', role: 'alert', text: problemWords(problem) })),
      el('h2', { text: title }),
      el('p', { text: stage.say(stage.episode.says) }),
      el('div', { class: 'ways' }, ...ways()),
    );
    node.hidden = false;
    stage.opened(hide);
  };

  stage.hideWelcome = hide;
  stage.on('settings', () => node.hidden || stage.welcome(shown));
  let openedAt = null;
  stage.on('minute', () => {
    if (node.hidden) openedAt = stage.minute;
    else if (stage.minute !== openedAt) hide();
  });
  stage.on('play select', () => {
    if (stage.playing || stage.view.event) hide();
  });
  stage.map.on('dragstart', hide);
}

/** A panel that a button or a key opens and closes: `open()` fills it with a heading and what `fill` gives. */
function panel(stage, area, word, fill) {
  const node = el('div', { class: 'panel', hidden: true, role: 'dialog' });
  area.append(node);
  let opener = null;
  const close = () => {
    if (node.hidden) return false;
    node.hidden = true;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    return true;
  };
  stage.on('settings', close);
  return () => {
    if (close()) return;
    opener = document.activeElement;
    node.hidden = false;
    stage.opened(close);
    const title = stage.word(word);
    node.setAttribute('aria-label', title);
    node.replaceChildren(button(stage.word('close'), 'close', close, { class: 'x' }), el('h2', { text: title }));
    fill().then(
      (content) => node.append(content),
      () => node.append(el('p', { text: stage.word('no_details') })),
    );
    node.querySelector('button').focus();
  };
}

function helpPanels(stage, area) {
  stage.showKeys = panel(stage, area, 'keys', async () => {
    const pairs = stage
      .word('keys_list')
      .split('|')
      .map((pair) => pair.split('='));
    const rows = pairs.flatMap(([key, what]) => [el('dt', {}, el('kbd', { text: key })), el('dd', { text: what })]);
    return el('dl', { class: 'keys' }, ...rows);
  });
  stage.showGlossary = panel(stage, area, 'glossary', async () => {
    const { glossary } = await stage.details();
    const terms = [...glossary].sort((a, b) => stage.say(a.term).localeCompare(stage.say(b.term), stage.view.lang));
    const rows = terms.flatMap(({ term, meaning }) => [
      el('dt', { text: stage.say(term) }),
      el('dd', { text: stage.say(meaning) }),
    ]);
    return el('dl', { class: 'glossary' }, ...rows);
  });
}

/** What is said in passing ("link copied"), also to a screen reader. */
function notice(stage, area) {
  const node = el('p', { class: 'notice', role: 'status' });
  area.append(node);
  let timer = 0;
  stage.notice = (text) => {
    node.textContent = text;
    node.classList.add('shown');
    clearTimeout(timer);
    timer = setTimeout(() => node.classList.remove('shown'), 2500);
  };
}
