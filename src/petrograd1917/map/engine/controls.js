// The masthead (episodes, calendar, language, projector, link), the layers, the bar with slider and buttons, the opening.

function masthead(stage) {
  const title = el('h1');
  const episodes = el('nav', { class: 'episodes' });
  const tools = el('div', { class: 'tools' });
  const node = el('header', { class: 'masthead' }, title, episodes, tools);

  function update() {
    const { lang } = stage.view;
    document.documentElement.lang = lang;
    const other = lang === 'ru' ? 'en' : 'ru';
    const [name, year] = stage.say(stage.data.title).split(' ');
    title.replaceChildren(
      `${name} `,
      el('b', { text: year || '' }),
      el('i', { lang: other, text: stage.data.title[other].split(' ')[0] }),
    );
    episodes.setAttribute('aria-label', stage.word('episodes'));
    episodes.replaceChildren(
      ...stage.data.episodes.map((episode) => {
        const span =
          stage.view.cal === 'both'
            ? `${episode.span[lang].new} · ${episode.span[lang].old} ${stage.word('os')}`
            : episode.span[lang][stage.view.cal];
        return el(
          'button',
          {
            type: 'button',
            'aria-current': episode === stage.episode ? 'page' : null,
            onclick: () => openEpisode(stage, episode.id),
          },
          el('b', { text: stage.say(episode.title) }),
          el('small', { text: span }),
        );
      }),
    );
    tools.replaceChildren(
      namedMoments(stage),
      choice(stage, 'cal', ['new', 'both', 'old']),
      choice(stage, 'lang', ['en', 'ru']),
      toolButton(stage, 'projector', 'full', () => stage.set({ mode: 'projector' })),
      toolButton(stage, 'copy_link', 'link', () => stage.copyLink()),
    );
  }

  stage.on('settings episode', update);
  update();
  return node;
}

function openEpisode(stage, id) {
  stage.pause();
  const { at, c } = stage.codec.opening(id);
  stage.show({ at, c, episode: id, event: '' });
}

/** The ten moments that a class reaches in one press. */
function namedMoments(stage) {
  const menu = el('ul', { class: 'menu', hidden: true, id: 'moments' });
  const opener = el('button', {
    type: 'button',
    class: 'tool',
    'aria-expanded': 'false',
    'aria-controls': 'moments',
    text: stage.word('moments'),
  });
  stage.data.moments.forEach((moment, i) => {
    const [view] = stage.codec.decode(moment.view);
    const episode = stage.data.episodes.find((one) => one.id === view.episode);
    const minute = readMoment(view.at);
    menu.append(
      el(
        'li',
        {},
        el(
          'button',
          {
            type: 'button',
            onclick: () => {
              toggle(false);
              stage.pause();
              stage.show(moment.view);
            },
          },
          el('kbd', { text: String((i + 1) % 10) }),
          el('b', { text: stage.say(moment.title) }),
          el('small', {
            text: `${clockWords(minute)}, ${dayWords(dayOf(episode, minute), stage.view.lang, stage.view.cal)}`,
          }),
        ),
      ),
    );
  });
  function toggle(shown) {
    menu.hidden = !shown;
    opener.setAttribute('aria-expanded', String(shown));
    if (shown) menu.querySelector('button')?.focus();
  }
  opener.addEventListener('click', () => toggle(menu.hidden));
  const node = el('div', { class: 'drop' }, opener, menu);
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || menu.hidden) return;
    toggle(false);
    opener.focus();
    event.stopPropagation();
  });
  node.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !node.contains(event.relatedTarget)) toggle(false);
  });
  return node;
}

/** One of several, as a row of buttons. */
function choice(stage, key, values) {
  return el(
    'span',
    { class: 'choice', role: 'group', 'aria-label': stage.word(`choose_${key}`) },
    ...values.map((value) =>
      el('button', {
        type: 'button',
        'aria-pressed': String(stage.view[key] === value),
        lang: key === 'lang' ? value : null,
        text: stage.word(`${key}_${value}`),
        onclick: () => stage.set({ [key]: value }),
      }),
    ),
  );
}

function toolButton(stage, word, symbol, onclick) {
  return el(
    'button',
    { type: 'button', class: 'tool', title: stage.word(word), 'aria-label': stage.word(word), onclick },
    icon(symbol),
    el('span', { text: stage.word(word) }),
  );
}

function layersPanel(stage) {
  const node = el('details', { class: 'layers' });
  const swatches = {
    force: () => eventMark({ family: 'force', symbol: 'seizure' }, 'full'),
    words: () => eventMark({ family: 'words', symbol: 'meeting' }, 'full'),
    movement: () => eventMark({ family: 'movement', symbol: 'march' }, 'full'),
    city: () => eventMark({ family: 'city', symbol: 'railway' }, 'full'),
    holders: () =>
      svg(
        'svg',
        { class: 'mark', viewBox: '0 0 38 38', 'aria-hidden': 'true' },
        svg('rect', { x: 2, y: 9, width: 34, height: 20, class: 'hatched' }),
      ),
    actors: () => actorMark({ symbol: 'infantry' }, 'soviet', ''),
    bridges: () => eventMark({ family: 'city', symbol: 'bridge_raised' }, 'full'),
    past: () => eventMark({ family: 'force', symbol: 'seizure' }, 'past'),
  };

  function update() {
    const toggle = (layer, on) =>
      stage.set({ layers: stage.data.view.layers.filter((one) => (one === layer ? on : stage.layer(one))) });
    node.replaceChildren(
      el('summary', {}, icon('layers'), el('span', { text: stage.word('layers') })),
      el(
        'fieldset',
        {},
        ...stage.data.view.layers.map((layer) =>
          el(
            'label',
            {},
            el('input', {
              type: 'checkbox',
              checked: stage.layer(layer),
              onchange: (event) => toggle(layer, event.target.checked),
            }),
            swatches[layer](),
            stage.word(`layer_${layer}`),
          ),
        ),
      ),
      el(
        'label',
        { class: 'paper' },
        el('input', {
          type: 'checkbox',
          checked: stage.view.light === 'paper',
          onchange: (event) => stage.set({ light: event.target.checked ? 'paper' : 'sun' }),
        }),
        stage.word('paper_map'),
      ),
      el('p', { class: 'key', text: stage.word('certainty_key') }),
    );
  }

  stage.on('settings', update);
  update();
  return node;
}

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
  const node = el(
    'section',
    { class: 'bar' },
    el('div', { class: 'buttons' }, previous, play, next, pace),
    slider(stage),
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

  stage.on('settings play', update);
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
    scale.replaceChildren(...bands, ...noons, ...hours, ...weighty);
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

/** One sentence of what is about to happen, and three ways in; or one sentence about a link that was not understood. */
function opening(stage, area) {
  const node = el('section', { class: 'opening', hidden: true });
  area.append(node);
  const way = (word, onclick, first = false) =>
    el('button', { type: 'button', class: first ? 'primary' : '', text: stage.word(word), onclick });

  function hide() {
    node.hidden = true;
  }

  stage.welcome = (problems = []) => {
    const sentences = problems.map(({ key, value }) =>
      stage.word(`broken_${key in stage.data.words.en ? key : BROKEN.includes(key) ? key : 'link'}`, {
        value,
        episode: stage.say(stage.episode.title),
      }),
    );
    node.setAttribute('aria-label', stage.word('opening_title'));
    node.replaceChildren(
      button(stage.word('close'), 'close', hide, { class: 'x' }),
      ...sentences.map((sentence) => el('p', { class: 'problem', role: 'alert', text: sentence })),
      el('h2', { text: stage.word('opening_title') }),
      el('p', { text: stage.word(`opening_${stage.episode.id}`) }),
      el(
        'div',
        { class: 'ways' },
        way(
          'play_first_night',
          () => {
            hide();
            stage.show({ at: stage.codec.opening('october').at, episode: 'october' });
            stage.play();
          },
          true,
        ),
        way('moments', () => {
          hide();
          document.querySelector('.masthead .drop button').click();
        }),
        way('july_days', () => {
          hide();
          openEpisode(stage, 'july');
        }),
      ),
    );
    node.hidden = false;
  };

  stage.on('play select episode', () => {
    if (stage.playing || stage.view.event) hide();
  });
  stage.hideWelcome = hide;
}

const BROKEN = ['at', 'c', 'event', 'source', 'episode', 'layers'];

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

function keysHelp(stage, area) {
  const node = el('section', { class: 'keys', hidden: true, role: 'dialog' });
  area.append(node);
  stage.showKeys = () => {
    node.hidden = !node.hidden;
    if (node.hidden) return;
    node.setAttribute('aria-label', stage.word('keys'));
    node.replaceChildren(
      button(
        stage.word('close'),
        'close',
        () => {
          node.hidden = true;
        },
        { class: 'x' },
      ),
      el('h2', { text: stage.word('keys') }),
      el(
        'dl',
        {},
        ...stage
          .word('keys_list')
          .split('|')
          .flatMap((pair) => {
            const [key, what] = pair.split('=');
            return [el('dt', {}, el('kbd', { text: key })), el('dd', { text: what })];
          }),
      ),
    );
    node.querySelector('button').focus();
  };
}
