// Questions to a class, made by quiz.py. Nothing is counted and nothing kept; every answer names its source.

function addQuiz(stage, main) {
  const told = el('div', { class: 'told', 'aria-live': 'polite' });
  const previous = el('button', { type: 'button', class: 'tool', onclick: () => turn(-1) });
  const next = el('button', { type: 'button', class: 'tool', onclick: () => turn(1) });
  const sheet = besideMap(stage, main, [told], [previous, next], turn, () => {
    quiz = null;
    aim(false);
  });
  let quiz = null;
  let number = 0;
  /** What was chosen, in its order; null once the answer is shown. */
  let chosen = [];
  let sources = {};
  let questions = {};

  stage.openQuiz = async (wanted) => {
    ({ sources, questions } = await stage.details());
    sheet.open();
    quiz = wanted;
    ask(0);
  };

  function turn(direction) {
    if (quiz[number + direction]) ask(number + direction);
  }

  function ask(to) {
    number = to;
    chosen = [];
    stage.pause();
    stage.show({ event: '', source: '', ...(quiz[to].kind === 'locate' ? { c: stage.codec.opening().c } : {}) });
    aim(quiz[to].kind === 'locate');
    update();
  }

  /** While a place is looked for the map names nothing; sights in its middle serve those who use keys. */
  function aim(on) {
    document.documentElement.toggleAttribute('data-aim', on);
  }

  function update() {
    const question = quiz[number];
    sheet.head(stage.word('questions'), number, quiz.length);
    previous.textContent = stage.word('stop_previous');
    next.textContent = stage.word('stop_next');
    previous.disabled = number === 0;
    next.disabled = number === quiz.length - 1;
    told.replaceChildren(...tasks[question.kind](question));
  }

  const title = (id) => stage.say(stage.byId.get(id).title);

  const tasks = {
    order: ({ choices, answer }) => [
      el('h2', { text: stage.word('quiz_order') }),
      choicesOf(
        choices.map((id) => [id, [title(id)]]),
        (id, node) => {
          if (chosen.includes(id)) return;
          chosen.push(id);
          node.prepend(el('b', { class: 'tag', text: String(chosen.length) }));
          if (chosen.length === answer.length)
            judge(chosen.join() === answer.join(), ` ${stage.word('quiz_order_is')}`);
        },
      ),
    ],
    locate: ({ subject }) => [
      el('h2', { text: title(subject) }),
      el('p', { text: stage.word('quiz_locate') }),
      choicesOf([['', [stage.word('quiz_here')]]], () => point(stage.map.getCenter())),
    ],
    who_says: ({ subject, choices, answer, evidence }) => [
      el('h2', { text: stage.word('quiz_who_says', { title: title(subject), when: stage.say(evidence[0].when) }) }),
      choicesOf(
        choices.map((id) => [id, [stage.say(sources[id].short)]]),
        (id) => judge(id === answer[0]),
      ),
    ],
    believe: ({ subject, voices }) => [
      el('h2', { text: stage.say(questions[subject].question) }),
      el('p', { text: stage.word('quiz_believe') }),
      choicesOf(
        voices.map((voice) => [
          '',
          [el('b', { text: stage.say(sources[voice.source].short) }), ` ${stage.say(voice.says)}`],
        ]),
        () => answer(questionBox(stage, questions[subject], sources)),
      ),
    ],
  };

  function choicesOf(choices, choose) {
    const one = ([id, words]) => {
      const node = el('button', { type: 'button' }, ...words);
      node.addEventListener('click', () => {
        if (!chosen) return;
        node.setAttribute('aria-pressed', 'true');
        choose(id, node);
      });
      return el('li', {}, node);
    };
    return el('ul', { class: 'choices' }, ...choices.map(one));
  }

  function point(at) {
    const {
      answer: [id],
      subject,
      within,
    } = quiz[number];
    const place = stage.data.places[id];
    const metres = Math.round(stage.map.distance(at, place.at));
    stage.show({ at: writeMoment(stage.byId.get(subject).t[1]), c: [...place.at, 14.5] });
    judge(metres <= within, ` ${stage.word('quiz_off', { m: metres, place: stage.say(place.name) })}`);
  }

  function judge(right, ...parts) {
    const word = stage.word(right ? 'quiz_right' : 'quiz_wrong');
    answer(el('p', { class: right ? 'right' : 'wrong' }, el('b', { text: word }), ...parts));
  }

  /** The answer, and the claims that it rests on. */
  function answer(...parts) {
    chosen = null;
    aim(false);
    const { kind, evidence } = quiz[number];
    const claims = evidence.map(({ event, when, source, locator }) => {
      const hour = stage.say(kind === 'order' ? stage.byId.get(event).when : when);
      return el(
        'li',
        {},
        wordLink(title(event), () => stage.select(event)),
        `: ${hour} (${stage.say(sources[source].short)}, ${stage.say(locator)})`,
      );
    });
    told.append(...parts, el('ul', { class: 'evidence' }, ...claims));
  }

  stage.map.on('click', ({ latlng }) => {
    if (document.documentElement.hasAttribute('data-aim')) point(latlng);
  });
  let lang = '';
  stage.on('settings', () => {
    const changed = lang !== stage.view.lang;
    lang = stage.view.lang;
    if (quiz && changed) ask(number);
  });
}
