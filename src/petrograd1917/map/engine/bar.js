// The bar at the foot: play, step, pace, and the slider on its scale of days.

function bar(stage) {
  const play = el('button', { type: 'button', class: 'play', onclick: () => stage.toggle() });
  const previous = el('button', { type: 'button', class: 'step', onclick: () => stage.step(-1) }, icon('prev'));
  const next = el('button', { type: 'button', class: 'step', onclick: () => stage.step(1) }, icon('next'));
  const pace = el('select', {
    class: 'pace',
    onchange: () => {
      stage.pace = pace.value;
    },
  });
  const unfold = el('button', { type: 'button', class: 'tool unfold', onclick: () => stage.toggleTimeline() });
  const node = el(
    'section',
    { class: 'bar' },
    el('div', { class: 'buttons' }, previous, play, next, pace),
    slider(stage),
    unfold,
  );

  function label(target, word) {
    target.setAttribute('aria-label', stage.word(word));
    target.setAttribute('title', stage.word(word));
  }

  function update() {
    play.replaceChildren(icon(stage.playing ? 'pause' : 'play'));
    label(play, stage.playing ? 'pause' : 'play');
    label(previous, 'previous');
    label(next, 'next');
    label(pace, 'pace');
    node.setAttribute('aria-label', stage.word('time'));
    unfold.textContent = stage.word('timeline');
    unfold.setAttribute('aria-expanded', String(Boolean(stage.timeline?.open)));
    pace.replaceChildren(
      ...['story', '5', '10', '30'].map((value) =>
        el('option', {
          value,
          selected: stage.pace === value,
          text: stage.word(value === 'story' ? 'pace_story' : 'pace_steady', { n: value }),
        }),
      ),
    );
  }

  stage.on('settings play unfold', update);
  update();
  return node;
}

/** The slider of the episode: the light of the days, both calendars at midnight, hours, and where the weighty events are. */
function slider(stage) {
  const input = el('input', { type: 'range', step: 1, class: 'slider' });
  const scale = el('div', { class: 'scale', 'aria-hidden': 'true' });
  const node = el('div', { class: 'timeline' }, scale, input);

  input.addEventListener('pointerdown', () => stage.pause());
  input.addEventListener('input', () => {
    stage.pause();
    stage.seek(Number(input.value));
  });

  function lay() {
    const { from, to, days } = stage.episode;
    const share = (minute) => `${((minute - from) / (to - from)) * 100}%`;
    input.min = from;
    input.max = to;
    const bands = skyBands(stage, from, to).map(([first, last, phase]) =>
      el('i', {
        class: 'band',
        style: `left:${share(first)};width:calc(${share(last)} - ${share(first)});background:${stage.tokens.sky[phase]}`,
      }),
    );
    const noons = days
      .filter((day) => day.minute < to)
      .map((day) => {
        const wide = Math.min(day.minute + 1440, to) - Math.max(day.minute, from) > 720;
        return el(
          'span',
          { class: 'day', style: `left:${share(Math.max(day.minute, from))}` },
          ...(wide
            ? dayLines(day, stage.view.lang, stage.view.cal).map(({ style, words }, i) =>
                el(i ? 'em' : 'b', {
                  class: style,
                  text: i && stage.view.cal === 'both' && style === 'old' ? `${words} ${stage.word('os')}` : words,
                }),
              )
            : []),
        );
      });
    const hours = [];
    for (let minute = Math.ceil(from / 180) * 180; minute <= to; minute += 180) {
      const hour = (minute % 1440) / 60;
      if (hour % 6 === 0 && hour)
        hours.push(
          el('span', { class: 'hour-mark', style: `left:${share(minute)}`, text: String(hour).padStart(2, '0') }),
        );
      hours.push(el('i', { class: hour ? 'tick' : 'tick midnight', style: `left:${share(minute)}` }));
    }
    const weighty = lanes(
      stage.data.events.filter(
        (event) => event.episode === stage.episode.id && event.weight > 1 && event.t[2] >= from && event.t[1] <= to,
      ),
    ).map(([event, lane]) =>
      el('i', {
        class: `dot ${event.family} w${event.weight}`,
        style: `--lane:${lane};left:${share(Math.max(event.t[1], from))};width:calc(${share(Math.min(event.t[2], to))} - ${share(Math.max(event.t[1], from))})`,
      }),
    );
    const flags = stage.data.moments.flatMap((moment, i) => {
      const minute = readMoment(stage.codec.decode(moment.view)[0].at);
      return from <= minute && minute <= to
        ? [el('b', { class: 'flag', style: `left:${share(minute)}`, text: String((i + 1) % 10) })]
        : [];
    });
    scale.replaceChildren(...flags, ...bands, ...noons, ...hours, ...weighty);
    move();
  }

  function move() {
    const minute = Math.floor(stage.minute);
    input.value = minute;
    const day = dayOf(stage.episode, minute);
    input.setAttribute('aria-valuetext', `${clockWords(minute)}, ${dayWords(day, stage.view.lang, stage.view.cal)}`);
    input.setAttribute('aria-label', stage.word('time'));
  }

  stage.on('minute', move);
  stage.on('episode settings', lay);
  lay();
  return node;
}

/** Each event with one of four lanes, so that bars do not lie on each other as long as there is room. */
function lanes(events) {
  const ends = [0, 0, 0, 0];
  return events.map((event) => {
    const open = ends.findIndex((end) => end <= event.t[1]);
    const lane = open >= 0 ? open : ends.indexOf(Math.min(...ends));
    ends[lane] = Math.max(event.t[2], event.t[1] + 20);
    return [event, lane];
  });
}
