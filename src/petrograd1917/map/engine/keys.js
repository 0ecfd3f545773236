// Keys, wherever the focus is, in the frame and in the page around it; never while someone types.

const TYPING =
  'input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable=true], [role=slider], [role=listbox], [role=combobox], [role=textbox]';

function addKeys(stage) {
  const actions = {
    ' ': () => stage.toggle(),
    ArrowRight: (event) => (event.shiftKey ? stage.move(10) : stage.step(1)),
    ArrowLeft: (event) => (event.shiftKey ? stage.move(-10) : stage.step(-1)),
    // a presenter's remote turns the pages of a chapter while one is open
    PageDown: () => stage.turn(1) || stage.step(1),
    PageUp: () => stage.turn(-1) || stage.step(-1),
    n: () => stage.turn(1) || stage.showChapters(),
    b: () => stage.turn(-1),
    Home: () => {
      stage.pause();
      stage.seek(stage.episode.from);
    },
    End: () => {
      stage.pause();
      stage.seek(stage.episode.to);
    },
    '+': () => stage.map.zoomIn(),
    '=': () => stage.map.zoomIn(),
    '-': () => stage.map.zoomOut(),
    t: () => stage.toggleTimeline(),
    s: () => stage.takePicture(),
    f: () => stage.fullScreen(),
    p: () => stage.set({ mode: stage.view.mode === 'projector' ? 'page' : 'projector' }),
    l: () => stage.set({ labels: { plain: 'large', large: 'none', none: 'plain' }[stage.view.labels] }),
    c: () => stage.set({ cal: { both: 'new', new: 'old', old: 'both' }[stage.view.cal] }),
    w: () => stage.showAccount(),
    h: () => stage.sayHour(),
    '?': () => stage.showKeys(),
    Escape: () => stage.escape(),
  };
  stage.data.moments.slice(0, 10).forEach((moment, i) => {
    actions[String((i + 1) % 10)] = () => stage.visit(moment.view);
  });

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const target = event.composedPath()[0];
    const matches = (selector) =>
      target instanceof target.ownerDocument.defaultView.Element && target.closest(selector);
    if (matches(TYPING)) return;
    // a button answers the space bar itself, and the map its arrows when it has the focus
    if (
      (event.key === ' ' || event.key === 'Enter') &&
      matches('button, a, summary, [role=button], [role=link], input[type=checkbox]')
    )
      return;
    const action = actions[keyName(event)];
    if (!action || stage.locked?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    action(event);
  }

  listenAround(stage, 'keydown', onKey);
}

/** A key's name; a letter key of a Russian keyboard has that of its Latin letter. */
function keyName({ key, code }) {
  if (/^[а-яё]$/i.test(key) && code.startsWith('Key')) return code.slice(3).toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Listen in the frame and, where there is one of the same origin, in the page around it, until the frame goes. */
function listenAround(stage, what, listener) {
  document.addEventListener(what, listener, true);
  const outer = stage.outer;
  if (!outer) return;
  outer.document.addEventListener(what, listener, true);
  window.addEventListener('pagehide', () => outer.document.removeEventListener(what, listener, true));
}
