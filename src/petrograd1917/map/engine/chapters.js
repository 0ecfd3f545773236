// Chapters: a tour beside the map. A stop moves clock, map and text together; language, calendar and mode stay the reader's.

function addChapters(stage, main, field) {
  const told = el('div', { class: 'told', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const note = el('details', { class: 'note' });
  const again = el('button', { type: 'button', class: 'plain', hidden: true, onclick: () => go(number) });
  const previous = el('button', { type: 'button', class: 'tool', onclick: () => turn(-1) });
  const next = el('button', { type: 'button', class: 'tool', onclick: () => turn(1) });
  const sheet = besideMap(stage, main, [told, note], [previous, again, next], turn, () => (chapter = null));
  let chapter = null;
  let number = 0;
  let shown = '';

  function open(wanted) {
    stage.showChapters();
    sheet.open();
    chapter = wanted;
    go(0);
  }

  function openQuiz(quiz) {
    stage.showChapters();
    stage.openQuiz(quiz);
  }

  function go(to) {
    number = to;
    stage.visit(chapter.stops[number].view);
  }

  function turn(direction) {
    if (chapter.stops[number + direction]) go(number + direction);
  }

  function update() {
    const key = [chapter?.id, number, stage.view.lang].join('|');
    if (!chapter || key === shown) return;
    shown = key;
    const stop = chapter.stops[number];
    sheet.head(stage.say(chapter.title), number, chapter.stops.length);
    told.replaceChildren(
      el('h2', { text: stage.say(stop.title) }),
      ...(number ? [] : paragraphs(stage, chapter.intro).map((p) => fill(p, { class: 'intro' }, []))),
      ...paragraphs(stage, stop.text),
      stage.say(stop.question) ? discussion(stage, stop) : '',
    );
    note.open = false;
    note.replaceChildren(el('summary', { text: stage.word('for_teacher') }));
    previous.textContent = stage.word('stop_previous');
    next.textContent = stage.word('stop_next');
    again.textContent = stage.word('stop_again');
    previous.disabled = number === 0;
    next.disabled = number === chapter.stops.length - 1;
  }

  note.addEventListener('toggle', () => {
    if (!note.open || note.children.length > 1) return;
    const before = shown;
    const follow = (...parts) => shown === before && note.append(...parts);
    const stop = chapter.stops[number];
    stage.details().then(
      (details) => follow(...teachersNote(stage, stop, details)),
      () => follow(el('p', { text: stage.word('no_details') })),
    );
  });

  stage.on('settings', update);
  stage.on('minute', () => {
    const at = chapter && readMoment(stage.codec.decode(chapter.stops[number].view)[0].at);
    again.hidden = !chapter || Math.floor(stage.minute) === at;
  });

  stage.showChapters = panel(stage, field, 'chapters', async () => {
    // how they look waits in the wings too
    const [chapters, quizzes] = await Promise.all([stage.chapters(), stage.quizzes(), stage.wings()]);
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
    const numbers = quizzes.map((quiz, i) =>
      el('button', { type: 'button', class: 'tool', text: String(i + 1), onclick: () => openQuiz(quiz) }),
    );
    return el(
      'div',
      { class: 'contents' },
      el('ol', {}, ...entries),
      el('h3', { text: stage.word('questions') }),
      el('p', {}, stage.word('quiz_which'), ' ', ...numbers),
    );
  });
}

/** A text of a chapter: words that an event bears out lead to its card. */
function paragraphs(stage, text) {
  const run = (part) => (typeof part === 'string' ? part : wordLink(part[0], () => stage.select(part[1])));
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
      el('b', { text: stage.say(sources[source].short) }),
      `, ${stage.say(locator)}: ${stage.say(when)} (${stage.word(`basis_${basis}`)}${counts ? '' : `; ${stage.word('not_counted')}`})`,
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
