// The masthead: episodes, named moments, calendar, language, and the buttons that concern the whole stage.

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
      toolButton(stage, 'chapters', 'chapters', () => stage.showChapters()),
      ...(stage.pages ? [pagesLink(stage.pages[lang])] : []),
      choice(stage, 'cal', ['new', 'both', 'old']),
      choice(stage, 'lang', ['en', 'ru']),
      toolButton(stage, 'projector', 'projector', () => stage.set({ mode: 'projector' })),
      toolButton(stage, 'leave_projector', 'close', () => stage.set({ mode: 'page' })),
      toolButton(stage, 'copy_link', 'link', () => stage.copyLink()),
      button(stage.word('save_picture'), 'picture', () => stage.takePicture(), { class: 'tool bare desk' }),
      button(stage.word('glossary'), 'glossary', () => stage.showGlossary(), { class: 'tool bare' }),
      button(stage.word('keys'), 'keys', () => stage.showKeys(), { class: 'tool bare desk' }),
      button(stage.word('full_screen'), 'full', () => stage.fullScreen(), { class: 'tool bare desk' }),
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
  const opener = button(stage.word('moments'), 'moments', () => toggle(menu.hidden), {
    class: 'tool',
    'aria-expanded': 'false',
    'aria-controls': 'moments',
  });
  opener.append(el('span', { text: stage.word('moments') }));
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
              stage.visit(moment.view);
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
    if (!shown) return;
    stage.opened(close);
    menu.querySelector('button')?.focus();
  }
  stage.openMoments = () => toggle(true);
  const node = el('div', { class: 'drop' }, opener, menu);
  function close() {
    if (menu.hidden) return false;
    toggle(false);
    opener.focus();
    return true;
  }
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

/** The way to the record page by page, where a site has it. */
function pagesLink({ index, says }) {
  return el(
    'a',
    { class: 'tool pages', href: index, title: says, 'aria-label': says },
    icon('press'),
    el('span', { text: says }),
  );
}

function toolButton(stage, word, symbol, onclick) {
  return el(
    'button',
    { type: 'button', class: `tool ${word}`, title: stage.word(word), 'aria-label': stage.word(word), onclick },
    icon(symbol),
    el('span', { text: stage.word(word) }),
  );
}
