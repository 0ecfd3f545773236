// The card: all that is known of one event, each source with equal right; and the list of a stack.

function addCard(stage, area) {
  const node = el('div', { class: 'card', role: 'dialog', hidden: true, tabindex: '-1' });
  area.append(node);
  let opener = null;

  function close() {
    if (node.hidden) return false;
    node.hidden = true;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    opener = null;
    stage.select('');
    return true;
  }

  function open(title, ...content) {
    if (node.hidden) opener = document.activeElement;
    node.setAttribute('aria-label', title);
    node.replaceChildren(button(stage.word('close'), 'close', close, { class: 'x' }), ...content);
    node.hidden = false;
    node.scrollTop = 0;
    stage.opened(close);
  }

  function showEvent(event) {
    const head = cardHead(stage, event);
    open(stage.say(event.title), head);
    keepClear(markedAt(stage, event));
    // who plays or steps on keeps the focus where it is, and hears what is told
    if (!stage.playing && !stage.stepped) node.focus({ preventScroll: true });
    // by the time the details are here the card may show something else
    const follow = (...parts) => head.isConnected && head.after(...parts);
    stage.details().then(
      (details) => follow(...cardBody(stage, event, details)),
      () => follow(el('p', { class: 'problem', text: stage.word('no_details') })),
    );
  }

  /** The card stands on the half of the map where its mark is not. */
  function keepClear(at) {
    const x = at ? stage.map.latLngToContainerPoint(at).x : 0;
    node.classList.toggle('right', x < stage.map.getSize().x / 2);
  }

  /** A card of what is no event of the record: where its mark is, if anywhere, its title, what it says. */
  stage.openCard = (at, title, ...content) => {
    stage.select('');
    stage.hideWelcome();
    if (at) stage.bringIntoView(at);
    open(title, ...content);
    keepClear(at);
    node.focus({ preventScroll: true });
  };

  stage.openStack = (events) =>
    stage.openList(
      stage.word('stack_title', { n: events.length }),
      events.map((event) => ({
        title: stage.say(event.title),
        note: stage.say(event.when),
        mark: eventMark(event, stage.forms.get(event) || 'past'),
        event: event.id,
      })),
    );

  /** A list of what shares a mark: `{title, note, mark, event}`; a press shows the event's card. */
  stage.openList = (title, rows) => {
    stage.view.event = '';
    stage.hideWelcome();
    const row = ({ title: name, note, mark, event }) =>
      el(
        'li',
        {},
        el(
          'button',
          { type: 'button', onclick: () => stage.select(event) },
          mark,
          el('span', { class: 'words' }, el('b', { text: name }), el('span', { class: 'when', text: note })),
        ),
      );
    open(title, el('h2', { text: title }), el('ol', { class: 'now stack' }, ...rows.map(row)));
    keepClear(markedAt(stage, stage.byId.get(rows[0].event)));
    node.querySelector('.stack button').focus({ preventScroll: true });
  };

  stage.on('select settings', () => {
    const event = stage.byId.get(stage.view.event);
    if (event) showEvent(event);
    else node.hidden = true;
  });
  // labels keep clear of it
  new ResizeObserver(() => stage.tell('edges')).observe(node);
  stage.on('minute', () => node.querySelector('.axis .now-line')?.move(stage.minute));
}

/** Where the mark of an event stands, if it has one. */
function markedAt(stage, event) {
  const place = event && stage.data.places[event.place];
  return place?.at ? stage.data.places[place.mark].at : null;
}

function cardHead(stage, event) {
  const place = stage.data.places[event.place];
  const episode = stage.data.episodes.find((one) => one.id === event.episode);
  const differ = event.sure === 'sure_differ';
  return el(
    'div',
    {},
    el(
      'header',
      {},
      eventMark(event, stage.forms.get(event) || 'full'),
      el('div', {}, el('h2', { text: stage.say(event.title) }), el('p', { class: 'sub' }, ...placeWords(stage, place))),
    ),
    el(
      'p',
      { class: 'hour' },
      el('b', { text: stage.say(event.when) }),
      ', ',
      dayWords(dayOf(episode, event.t[1]), stage.view.lang, stage.view.cal),
    ),
    el('p', { class: differ ? 'pill differ' : 'pill' }, differ ? icon('disagree') : null, stage.word(event.sure)),
  );
}

function cardBody(stage, event, details) {
  const { summary, claims, questions, numbers } = details.events[event.id];
  const lettered = claims.map((claim, i) => ({ ...claim, letter: String.fromCharCode(65 + i) }));
  const today = details.today[event.place];
  const parts = [];
  if (today) parts.push(el('p', { class: 'sub', text: stage.word('today', { name: stage.say(today) }) }));
  parts.push(el('p', { class: 'summary', text: stage.say(summary) }));
  const who = (id) => [
    el('dt', { text: stage.say(stage.data.actors[id].name) }),
    el('dd', { class: 'who', text: stage.say(details.actors[id]) }),
  ];
  if (claims.length > 1 || event.t[0] !== event.t[3]) parts.push(timeAxis(stage, event, lettered));
  parts.push(...questions.map((id) => questionBox(stage, details.questions[id], details.sources)));
  parts.push(
    el('h3', { text: stage.word('claims') }),
    el('dl', {}, ...lettered.flatMap((claim) => claimRows(stage, claim, details.sources))),
  );
  if (event.actors.length)
    parts.push(el('h3', { text: stage.word('who') }), el('dl', {}, ...event.actors.flatMap(who)));
  if (numbers.length)
    parts.push(
      el('h3', { text: stage.word('numbers') }),
      el('ul', { class: 'numbers' }, ...numbers.map((number) => el('li', { text: numberWords(stage, number) }))),
    );
  parts.push(
    el(
      'footer',
      {},
      el('button', { type: 'button', class: 'plain', onclick: () => stage.seek(event.t[1]) }, stage.word('go_there')),
      el(
        'button',
        { type: 'button', class: 'plain', onclick: () => stage.copyLink() },
        icon('link'),
        ` ${stage.word('copy_link')}`,
      ),
      pageLink(stage, event),
    ),
  );
  return parts.filter(Boolean);
}

/** The way to the event's own page, where a site has one. */
function pageLink(stage, event) {
  if (!stage.pages) return null;
  const { events, own } = stage.pages[stage.view.lang];
  return el('a', { class: 'plain', href: `${events}${event.id}.html`, text: own });
}

function placeWords(stage, place) {
  if (!place) return [stage.word('across_city')];
  const other = stage.view.lang === 'ru' ? 'en' : 'ru';
  const parts = [stage.say(place.name), ' · ', el('span', { lang: other, text: place.name[other] ?? '' })];
  if (place.error > 150 && place.at)
    parts.push(el('span', { class: 'today', text: stage.word('within', { m: place.error }) }));
  return parts;
}

function claimRows(stage, claim, sources) {
  const source = sources[claim.source];
  const name = stage.say(source.short);
  const notes = [stage.word(`basis_${claim.basis}`)];
  if (claim.relation !== 'same') notes.push(stage.word(`relation_${claim.relation}`));
  if (!claim.counts) notes.push(stage.word('not_counted'));
  if (source.rests_on.length)
    notes.push(stage.word('rests_on', { names: source.rests_on.map((id) => stage.say(sources[id].short)).join(', ') }));
  return [
    el(
      'dt',
      { class: claim.counts ? '' : 'uncounted' },
      el('b', { class: 'tag', text: claim.letter }),
      el('span', { text: stage.say(claim.when) }),
      ' ',
      el('small', { text: name }),
    ),
    el(
      'dd',
      {},
      el('p', { text: stage.say(claim.says) }),
      claim.word.en
        ? el('p', { class: 'small', text: stage.word('their_word', { word: stage.say(claim.word) }) })
        : null,
      el(
        'p',
        { class: 'small' },
        el('cite', { lang: source.title.ru === source.title.en ? 'en' : null, text: stage.say(source.title) }),
        `, ${stage.say(claim.locator)}. `,
        el('span', { class: 'stance', text: stage.say(source.standpoint) }),
      ),
      el('p', { class: 'small', text: notes.join(' · ') }),
      el('button', {
        type: 'button',
        class: 'plain small',
        text: stage.word(stage.view.source === claim.source ? 'whole_record' : 'map_told_by', { name }),
        onclick: () => stage.set({ source: stage.view.source === claim.source ? '' : claim.source }),
      }),
      claim.note.en ? el('p', { class: 'small', text: stage.say(claim.note) }) : null,
    ),
  ];
}

function questionBox(stage, question, sources) {
  const source = sources[question.follows];
  const follows = source ? stage.word('follows', { name: stage.say(source.short) }) : stage.word('follows_none');
  return el(
    'div',
    { class: 'question' },
    el('p', {}, icon('disagree'), el('b', { text: stage.say(question.question) })),
    el('p', { class: 'small', text: `${follows} ${stage.say(question.why)}` }),
  );
}

function numberWords(stage, number) {
  const range =
    number.low === number.high
      ? number.low.toLocaleString(stage.view.lang)
      : `${number.low.toLocaleString(stage.view.lang)}–${number.high.toLocaleString(stage.view.lang)}`;
  return `${range} ${stage.say(number.what)} (${stage.say(number.whose)})`;
}

/** A row a claim: the bar is the hour it gives, an arrow where it leaves a side open; the red line is the clock. */
function timeAxis(stage, event, claims) {
  const bounds = claims.flatMap((claim) => claim.t).filter((bound) => bound !== null);
  const from = Math.min(event.t[0], ...bounds) - 30;
  const to = Math.max(event.t[3], ...bounds) + 30;
  const width = 320;
  const top = 6;
  const high = claims.length * 18 + 24;
  const x = (minute) => 26 + ((Math.min(Math.max(minute, from), to) - from) / (to - from)) * (width - 46);
  const axis = svg('svg', {
    class: 'axis',
    viewBox: `0 0 ${width} ${high}`,
    role: 'img',
    'aria-label': stage.word('axis'),
  });
  const step = [15, 30, 60, 180, 360, 720, 1440].find((minutes) => (to - from) / minutes <= 5) || 2880;
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
    axis.append(
      svg('path', { d: `M${x(tick)} 0V${high - 16}`, class: 'tick' }),
      svg('text', {
        x: x(tick),
        y: high - 4,
        class: 'tick-text',
        text: step >= 1440 ? dayOf(stage.episode, tick)[stage.view.lang].new : clockWords(tick),
      }),
    );
  }
  claims.forEach((claim, i) => {
    const y = top + i * 18 + 6;
    const [first, last] = claim.t;
    const left = x(first ?? from);
    const right = x(last ?? to);
    axis.append(svg('text', { x: 8, y: y + 4.5, class: 'row-letter', text: claim.letter }));
    axis.append(
      svg('rect', {
        x: left,
        y: y - 5,
        width: Math.max(right - left, 3),
        height: 10,
        class: `bar ${event.family}${claim.counts ? '' : ' uncounted'}${first === null || last === null ? ' open' : ''}`,
      }),
    );
  });
  const line = svg('path', { d: `M0 0V${high - 16}`, class: 'now-line' });
  line.move = (minute) => line.setAttribute('transform', `translate(${x(minute)} 0)`);
  line.move(stage.minute);
  axis.append(line);
  return axis;
}
