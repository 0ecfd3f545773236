// Beside the map: the clock plate, the list of what is happening, the strip across the city, the legend of sides.

/** Milliseconds that the list may lag behind the map. */
const LIST_DELAY = 80;

/** Calls `act` once for all calls within some milliseconds. */
function gathered(act, delay) {
  let timer = 0;
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      act();
    }, delay);
  };
}

function clockPlate(stage) {
  const time = el('div', { class: 'time' });
  const days = el('div', { class: 'days' });
  const strip = svg('svg', {
    class: 'sky',
    viewBox: '0 0 1440 10',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  const needle = el('b', { class: 'needle' });
  const sun = el('p', { class: 'sun' });
  const node = el(
    'div',
    { class: 'clock', role: 'timer', 'aria-live': 'off' },
    time,
    days,
    el('div', { class: 'skybox', 'aria-hidden': 'true' }, strip, needle),
    sun,
  );
  let shownDay = '';

  function update() {
    const minute = Math.floor(stage.minute);
    time.textContent = clockWords(minute);
    const day = dayOf(stage.episode, minute);
    needle.style.left = `${((minute - day.minute) / 1440) * 100}%`;
    const key = [day.minute, stage.view.lang, stage.view.cal, phaseAt(stage.episode, minute)].join();
    if (key === shownDay) return;
    shownDay = key;
    days.replaceChildren(
      ...dayLines(day, stage.view.lang, stage.view.cal).map(({ style, words }, i) =>
        el(
          'div',
          { class: i ? 'second' : 'first' },
          el('small', { text: stage.word(`style_${style}`) }),
          el(style === 'new' ? 'strong' : 'em', { text: words }),
        ),
      ),
    );
    strip.replaceChildren(
      ...skyBands(stage, day.minute, day.minute + 1440).map(([from, to, phase]) =>
        svg('rect', { x: from - day.minute, width: to - from, y: 0, height: 10, fill: stage.tokens.sky[phase] }),
      ),
    );
    sun.replaceChildren(icon(phaseAt(stage.episode, minute) === 'day' ? 'sun' : 'moon'), sunWords(stage, day, minute));
  }

  stage.on('minute settings', update);
  return node;
}

function phaseAt(episode, minute) {
  return lastBefore(episode.phases, minute)[1];
}

/** `[from, to, phase]` of the light between two minutes. */
function skyBands(stage, from, to) {
  const { phases } = stage.episode;
  return phases
    .map(([first, phase], i) => [
      Math.max(first, from),
      Math.min(i + 1 < phases.length ? phases[i + 1][0] : Infinity, to),
      phase,
    ])
    .filter(([first, last]) => first < last);
}

/** "night · sunrise about 8:35 (7:35 if the summer hour was not kept)". */
function sunWords(stage, day, minute) {
  const { phases } = stage.episode;
  const edge = (name) => {
    const index = phases.findIndex(
      ([first, phase], i) =>
        first > day.minute &&
        first < day.minute + 1440 &&
        (name === 'sunrise' ? phase === 'day' : i > 0 && phases[i - 1][1] === 'day'),
    );
    return index < 0 ? null : phases[index][0];
  };
  const sunrise = edge('sunrise');
  const sunset = edge('sunset');
  const [name, at] = sunrise !== null && minute < sunrise ? ['sunrise', sunrise] : ['sunset', sunset];
  const words = stage.word(`phase_${phaseAt(stage.episode, minute)}`);
  if (at === null) return words;
  const rounded = Math.round(at / 5) * 5;
  return stage.word(name, { phase: words, time: clockWords(rounded), without: clockWords(rounded - 60) });
}

function nowList(stage) {
  const count = el('span', { class: 'count' });
  const heading = el('h2', { id: 'now-heading' });
  const list = el('ol', { class: 'now', 'aria-labelledby': 'now-heading' });
  const sides = el('ul', { class: 'sides' });
  const empty = el('p', { class: 'nothing' });
  const node = el(
    'section',
    { class: 'list', tabindex: '0', 'aria-labelledby': 'now-heading' },
    el('div', { class: 'heading' }, heading, count),
    list,
    empty,
    sides,
  );
  let signature = '';

  function update() {
    const present = stage.present();
    const past = stage.layer('past') ? [...stage.forms].filter(([, form]) => form === 'past') : [];
    const rows = [...present, ...past.sort(([a], [b]) => b.t[3] - a.t[3])].filter(([event]) =>
      stage.layer(event.family),
    );
    const next =
      rows.map(([event, form]) => event.id + form).join() +
      stage.view.event +
      stage.view.lang +
      stage.view.source +
      stage.episode.id +
      stage.view.cal;
    if (next === signature) return;
    signature = next;
    heading.textContent = stage.word('now');
    const happening = rows.filter(([, form]) => form !== 'past').length;
    count.textContent = stage.word('now_count', {
      n: happening,
      all: stage.data.events.filter((event) => event.episode === stage.episode.id).length,
    });
    show(
      ['full', 'hollow', 'past'].flatMap((group) => {
        const members = rows.filter(([, form]) => form === group);
        return members.length ? [divider(group), ...members.map(([event, form]) => row(event, form))] : [];
      }),
    );
    empty.textContent = happening ? '' : stage.word('nothing_known');
    sides.replaceChildren(
      ...Object.values(stage.data.sides)
        .filter((side) => side.episode === stage.episode.id)
        .map((side) => el('li', {}, plateSign(stage, side), el('span', { text: stage.say(side.name) }))),
    );
  }

  const made = new Map();
  /** Rows are made once: scrubbing puts them in and takes them out. */
  function kept(key, make) {
    if (!made.has(key)) made.set(key, make());
    return made.get(key);
  }

  function show(nodes) {
    const wanted = new Set(nodes);
    for (const node of [...list.children]) if (!wanted.has(node)) node.remove();
    nodes.forEach((node, i) => {
      if (list.children[i] !== node) list.insertBefore(node, list.children[i] || null);
    });
  }

  function divider(group) {
    return kept(`${group}|${stage.view.lang}`, () =>
      el('li', { class: 'divider', text: stage.word(`group_${group}`) }),
    );
  }

  function row(event, form) {
    const node = kept([event.id, form, stage.view.lang, stage.view.source].join('|'), () => newRow(event, form));
    // the row stays the same one: the focus comes back to it when the card is closed
    const selected = event.id === stage.view.event;
    node.classList.toggle('selected', selected);
    if (selected) node.firstElementChild.setAttribute('aria-current', 'true');
    else node.firstElementChild.removeAttribute('aria-current');
    return node;
  }

  function newRow(event, form) {
    const differ = event.sure === 'sure_differ';
    const sure = el(
      'span',
      { class: differ ? 'sure differ' : 'sure' },
      differ ? icon('disagree') : null,
      stage.word(event.sure),
    );
    const place = event.place ? stage.say(stage.data.places[event.place].name) : stage.word('across');
    return el(
      'li',
      { class: form, 'data-event': event.id },
      el(
        'button',
        {
          type: 'button',
          onclick: () => stage.select(event.id),
        },
        eventMark(event, form),
        el(
          'span',
          { class: 'words' },
          el('b', { text: stage.say(event.title) }),
          el('span', { class: 'when', text: stage.say(event.when) }),
          ' ',
          el('span', { class: 'where', text: place }),
          ' ',
          sure,
        ),
      ),
    );
  }

  // the map follows the hand within a frame; the list may be a breath later
  stage.on('scene settings select episode', gathered(update, LIST_DELAY));
  return node;
}

function plateSign(stage, side) {
  const sign = svg(
    'svg',
    { class: `mark actor small ${side.plate}`, viewBox: '-3 -3 38 38', 'aria-hidden': 'true' },
    svg('use', { href: `#plate-${side.plate}`, x: -1, y: -1, width: 34, height: 34, class: 'plate' }),
  );
  if (side.plate === 'third')
    sign.append(svg('text', { x: 16, y: 22, class: 'letter big', text: stage.say(side.letter) }));
  return sign;
}

/** Events that have no point on the map: across the city, at several places, in a district. */
function cityStrip(stage) {
  const node = el('div', { class: 'strip', role: 'group' });
  let signature = '';

  function update() {
    const found = stage
      .present()
      .filter(([event]) => stage.layer(event.family) && (!event.place || !stage.data.places[event.place].at));
    const next = found.map(([event, form]) => event.id + form).join() + stage.view.lang + stage.view.event;
    if (next === signature) return;
    signature = next;
    node.setAttribute('aria-label', stage.word('across_city'));
    node.hidden = !found.length;
    node.replaceChildren(
      el('span', { class: 'strip-title', text: stage.word('across_city') }),
      ...found.map(([event, form]) => {
        const where = event.place ? `${stage.say(stage.data.places[event.place].name)}: ` : '';
        return el(
          'button',
          {
            type: 'button',
            class: `${form} w${event.weight}`,
            onclick: () => stage.select(event.id),
            'aria-label': `${where}${stage.say(event.title)}`,
          },
          eventMark(event, form),
          el('span', { text: where + stage.say(event.title) }),
        );
      }),
    );
  }

  stage.on('scene settings select', update);
  return node;
}
