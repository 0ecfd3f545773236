// Questions to a class, ten to a quiz, made by quiz.py. Nothing is counted and nothing kept; every answer names its source.

function addQuiz(stage, main, field) {
  const task = el('div', { class: 'told', 'aria-live': 'polite' });
  const verdict = el('div', { class: 'verdict', 'aria-live': 'polite' });
  const next = el('button', { type: 'button', class: 'tool', onclick: () => turn(1) });
  const leaf = leafBeside(stage, main, 'quiz', [task, verdict], [el('span'), next], turn);
  let quiz = null;
  let number = 0;
  let given = [];
  let answered = false;

  leaf.onclose = () => aim(false);

  async function open(which) {
    quiz = (await stage.quizzes())[which];
    await stage.details();
    leaf.open();
    ask(0);
    leaf.node.focus({ preventScroll: true });
  }

  function turn(direction) {
    if (quiz[number + direction]) ask(number + direction);
  }

  function ask(to) {
    number = to;
    given = [];
    answered = false;
    stage.pause();
    stage.select('');
    aim(quiz[number].kind === 'locate');
    update();
  }

  /** While a place is looked for the map names nothing; the sights in its middle serve those who use keys. */
  function aim(on) {
    document.documentElement.toggleAttribute('data-aim', on);
    if (on) stage.show({ c: stage.codec.opening().c });
  }

  function answer(...parts) {
    answered = true;
    aim(false);
    verdict.replaceChildren(...parts, ...evidence(stage, quiz[number]));
  }

  function judge(right, ...parts) {
    const word = stage.word(right ? 'quiz_right' : 'quiz_wrong');
    answer(el('p', { class: right ? 'right' : 'wrong' }, el('b', { text: word }), ...parts));
  }

  function update() {
    if (leaf.node.hidden) return;
    const question = quiz[number];
    leaf.say(stage.word('questions'), stage.word('stop', { n: number + 1, all: quiz.length }));
    next.textContent = stage.word('stop_next');
    next.disabled = number === quiz.length - 1;
    verdict.replaceChildren();
    task.replaceChildren(...tasks[question.kind](question));
  }

  const titleOf = (id) => stage.say(stage.byId.get(id).title);

  const tasks = {
    order: ({ choices, answer: right }) => {
      const list = choices.map((id) => choice(titleOf(id), (node) => pick(id, node)));
      function pick(id, node) {
        if (answered || given.includes(id)) return;
        given.push(id);
        node.prepend(el('b', { class: 'tag', text: String(given.length) }));
        if (given.length === right.length) judge(given.join() === right.join());
      }
      return [el('h2', { text: stage.word('quiz_order') }), el('ul', { class: 'choices' }, ...list)];
    },
    locate: ({ subject }) => [
      el('h2', { text: titleOf(subject) }),
      el('p', { text: stage.word('quiz_locate') }),
      choice(stage.word('quiz_here'), () => point(stage.map.getCenter())),
    ],
    who_says: ({ subject, choices, answer: right, evidence: [claim] }) => [
      el('h2', { text: stage.word('quiz_who_says', { title: titleOf(subject), when: stage.say(claim.when) }) }),
      el(
        'ul',
        { class: 'choices' },
        ...choices.map((source) =>
          choice(claim.names[source], (node) => {
            if (answered) return;
            node.setAttribute('aria-pressed', 'true');
            judge(source === right[0]);
          }),
        ),
      ),
    ],
    believe: ({ voices, about }) => [
      el('h2', { text: stage.say(about) }),
      el('p', { text: stage.word('quiz_believe') }),
      el(
        'ul',
        { class: 'choices' },
        ...voices.map((voice) =>
          choice([el('b', { text: voice.name }), ' ', voice.says, el('small', { text: voice.standpoint })], (node) => {
            node.parentNode.parentNode
              .querySelectorAll('[aria-pressed]')
              .forEach((one) => one.removeAttribute('aria-pressed'));
            node.setAttribute('aria-pressed', 'true');
            followed();
          }),
        ),
      ),
    ],
  };

  function followed() {
    const { subject } = quiz[number];
    stage.details().then(({ questions, sources }) => answer(questionBox(stage, questions[subject], sources)));
  }

  function point(at) {
    const { answer: right, subject, within } = quiz[number];
    const place = stage.data.places[right[0]];
    const metres = Math.round(stage.map.distance(at, place.at));
    stage.show({ at: writeMoment(stage.byId.get(subject).t[1]), c: [...place.at, 15] });
    judge(metres <= within, ` ${stage.word('quiz_off', { m: metres, place: stage.say(place.name) })}`);
  }

  stage.map.on('click', ({ latlng }) => {
    if (document.documentElement.hasAttribute('data-aim')) point(latlng);
  });
  stage.on('settings', () => !answered && given.length === 0 && update());
  return open;
}

function choice(words, onclick) {
  const node = el('button', { type: 'button' }, ...[words].flat());
  node.addEventListener('click', () => onclick(node));
  return el('li', {}, node);
}

/** The sources of an answer: what happened when, by whose word. */
function evidence(stage, question) {
  return [
    el(
      'ul',
      { class: 'evidence' },
      ...question.evidence.map(({ event, when, source, locator, names }) =>
        el(
          'li',
          {},
          wordLink(stage.say(stage.byId.get(event).title), () => stage.select(event)),
          `: ${stage.say(when)} (${names[source]}, ${locator})`,
        ),
      ),
    ),
  ];
}
