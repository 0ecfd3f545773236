// A sheet beside the map (on a phone below it, on a projector its lower third), one at a time: a chapter, a quiz.

function addBeside(stage) {
  stage.beside = null;
  /** What a page key does with the sheet that is open; false if none is. */
  stage.turn = (direction) => {
    stage.beside?.turn(direction);
    return Boolean(stage.beside);
  };
}

/** The sheet; `turn(direction)` is what the page keys do with it, `onclose` what is done when it goes. */
function besideMap(stage, main, parts, foot, turn, onclose = () => {}) {
  const head = el('p', { class: 'of', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const page = el('div', { class: 'page', tabindex: '0' }, ...parts);
  const leave = button('', 'close', close, { class: 'x' });
  const node = el(
    'section',
    { class: 'beside', hidden: true, tabindex: '-1' },
    leave,
    head,
    page,
    el('div', { class: 'turn' }, ...foot),
  );
  main.append(node);
  const sheet = { turn, open, close, head: headline };

  function open() {
    if (stage.beside !== sheet) stage.beside?.close();
    stage.beside = sheet;
    node.hidden = false;
    stage.hideWelcome();
    stage.opened(close);
    node.focus({ preventScroll: true });
  }

  function close() {
    if (node.hidden) return false;
    node.hidden = true;
    stage.beside = null;
    onclose();
    main.querySelector('.tool.chapters')?.focus({ preventScroll: true });
    return true;
  }

  /** A new page: its title, and which of how many it is. */
  function headline(title, n, all) {
    node.setAttribute('aria-label', title);
    head.replaceChildren(el('b', { text: title }), ' ', el('span', { text: stage.word('stop', { n: n + 1, all }) }));
    leave.setAttribute('aria-label', stage.word('close'));
    leave.title = stage.word('close');
    page.scrollTop = 0;
  }

  return sheet;
}

/** Words that lead somewhere, in the middle of a text. */
function wordLink(text, follow) {
  const onkeydown = (press) => press.key === 'Enter' && follow();
  return el('a', { role: 'link', tabindex: '0', text, onclick: follow, onkeydown });
}
