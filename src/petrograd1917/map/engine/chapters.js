// Chapters: a tour beside the map. A stop moves clock, map and text together; language, calendar and mode stay the reader's.

function addChapters(stage, main, field) {
  const head = el('p', { class: 'of', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const told = el('div', { class: 'told', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const note = el('details', { class: 'note' });
  const again = el('button', { type: 'button', class: 'plain', hidden: true, onclick: () => go(number) });
  const previous = el('button', { type: 'button', class: 'tool', onclick: () => stage.turn(-1) });
  const next = el('button', { type: 'button', class: 'tool', onclick: () => stage.turn(1) });
  const leave = button('', 'close', close, { class: 'x' });
  const node = el(
    'section',
    { class: 'chapter', hidden: true, tabindex: '-1' },
    leave,
    head,
    el('div', { class: 'page', tabindex: '0' }, told, note),
    el('div', { class: 'turn' }, previous, again, next),
  );
  main.append(node);
  let chapter = null;
  let number = 0;
  let shown = '';

  function close() {
    if (node.hidden) return false;
    node.hidden = true;
    chapter = null;
    main.querySelector('.tool.chapters')?.focus({ preventScroll: true });
    return true;
  }

  function open(wanted) {
    chapter = wanted;
    node.hidden = false;
    stage.hideWelcome();
    stage.opened(close);
    go(0);
    node.focus({ preventScroll: true });
  }

  function minuteOf(stop) {
    return readMoment(stage.codec.decode(stop.view)[0].at);
  }

  function go(to) {
    number = to;
    stage.visit(chapter.stops[number].view);
  }

  /** To the next stop (or the one before) of the chapter that is open; false if none is. */
  stage.turn = (direction) => {
    if (!chapter) return false;
    if (chapter.stops[number + direction]) go(number + direction);
    return true;
  };

  function update() {
    const key = [chapter?.id, number, stage.view.lang].join('|');
    if (!chapter || key === shown) return;
    shown = key;
    const stop = chapter.stops[number];
    const where = stage.word('stop', { n: number + 1, all: chapter.stops.length });
    node.setAttribute('aria-label', stage.say(chapter.title));
    head.replaceChildren(el('b', { text: stage.say(chapter.title) }), ' ', el('span', { text: where }));
    told.replaceChildren(
      el('h2', { text: stage.say(stop.title) }),
      ...(number ? [] : paragraphs(stage, chapter.intro).map((p) => fill(p, { class: 'intro' }, []))),
      ...paragraphs(stage, stop.text),
      stage.say(stop.question) ? discussion(stage, stop) : '',
    );
    note.open = false;
    note.replaceChildren(el('summary', { text: stage.word('for_teacher') }));
    note.parentNode.scrollTop = 0;
    for (const [target, word] of [
      [previous, 'stop_previous'],
      [next, 'stop_next'],
      [again, 'stop_again'],
    ])
      target.textContent = stage.word(word);
    leave.setAttribute('aria-label', stage.word('close'));
    leave.title = stage.word('close');
    previous.disabled = number === 0;
    next.disabled = number === chapter.stops.length - 1;
  }

  note.addEventListener('toggle', () => {
    if (!note.open || note.children.length > 1) return;
    const stop = chapter.stops[number];
    const { lang } = stage.view;
    const follow = (...parts) => chapter?.stops[number] === stop && stage.view.lang === lang && note.append(...parts);
    stage.details().then(
      (details) => follow(...teachersNote(stage, stop, details)),
      () => follow(el('p', { text: stage.word('no_details') })),
    );
  });

  stage.on('settings', update);
  stage.on('minute', () => {
    again.hidden = !chapter || Math.floor(stage.minute) === minuteOf(chapter.stops[number]);
  });

  stage.showChapters = panel(stage, field, 'chapters', async () => {
    const chapters = await stage.chapters();
    const entries = chapters.map((one) =>
      el(
        'li',
        {},
        el(
          'button',
          { type: 'button', onclick: () => open(one) },
          el('b', { text: stage.say(one.title) }),
          el('small', { text: stage.say(one.intro).map(plainWords).join(' ') }),
          el('i', { text: stage.word('stops', { n: one.stops.length }) }),
        ),
      ),
    );
    return el('ol', { class: 'contents' }, ...entries);
  });
}

/** A text of a chapter: words that an event bears out lead to its card. */
function paragraphs(stage, text) {
  const run = (part) => {
    if (typeof part === 'string') return part;
    const [words, event] = part;
    const follow = () => stage.select(event);
    const onkeydown = (press) => press.key === 'Enter' && follow();
    return el('a', { role: 'link', tabindex: '0', text: words, onclick: follow, onkeydown });
  };
  return stage.say(text).map((paragraph) => el('p', {}, ...paragraph.map(run)));
}

function plainWords(paragraph) {
  return paragraph.map((part) => (typeof part === 'string' ? part : part[0])).join('');
}

function discussion(stage, stop) {
  return el(
    'div',
    { class: 'discuss' },
    el('b', { text: stage.word('discuss') }),
    el('p', { text: stage.say(stop.question) }),
  );
}

/** What a teacher may add, and what each source says where: the claims of the events that the text rests on. */
function teachersNote(stage, stop, { events, sources, questions }) {
  const ids = [...new Set(stage.say(stop.text).flatMap((p) => p.filter(Array.isArray).map(([, event]) => event)))];
  const asked = [...new Set(ids.flatMap((id) => events[id].questions))];
  const claim = ({ source, locator, when, basis, counts }) =>
    el(
      'li',
      { class: counts ? null : 'uncounted' },
      el('b', { text: sources[source].short }),
      `, ${locator}: ${stage.say(when)} (${stage.word(`basis_${basis}`)}${counts ? '' : `; ${stage.word('not_counted')}`})`,
    );
  return [
    ...stage.say(stop.notes).map((text) => el('p', { text })),
    ...asked.map((id) => questionBox(stage, questions[id], sources)),
    ...ids.flatMap((id) => [
      el('h3', { text: stage.say(stage.byId.get(id).title) }),
      el('ul', {}, ...events[id].claims.map(claim)),
    ]),
  ];
}
