// Puts the stage together. `options`: `report` (there is an app to report to; else this is a page of its own), `fonts`
// [[family, weight, style, address, if the page does not declare it itself]…], `details` and what else comes later, or
// their addresses, and `wings`, the addresses of what waits there if the page does not hold it. `pages`: where a site tells
// the record page by page, and what the ways there are called, by language.

window.petrogradStart = (map, options) => {
  const data = wholeAgain(window.PETROGRAD_DATA);
  const { drawing, tokens, sprite } = window.PETROGRAD_ART;
  const stage = new Stage(map, data, drawing, tokens);
  stage.pages = options.pages;
  try {
    stage.outer = options.report && window.frameElement ? window.parent : null;
  } catch {
    stage.outer = null; // a page of another origin around us is none of our business
  }
  document.body.insertAdjacentElement(
    'afterbegin',
    document.importNode(new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement, true),
  );
  build(stage, map, options);
  addGuests(stage, options);
  window.petrograd = publicFace(stage);
  if (!options.report) stage.openAddress();
  loadFonts(options.fonts).then(() => {
    stage.tell('light');
    stage.tell('settings');
    document.documentElement.dataset.fonts = 'ready';
    (window.requestIdleCallback || setTimeout)(() =>
      Promise.all([stage.learn('ru'), stage.details(), stage.wings()]).catch(console.warn),
    );
  });
};

function build(stage, map, options) {
  const field = el('div', { class: 'field' });
  const main = el('main', { class: 'stage' });
  document.body.prepend(main);
  addPlay(stage);
  addLink(stage, options);
  addLanguages(stage, options);
  // in the order in which one reads and tabs: what it is, the clock and its controls, the map, the list
  main.append(masthead(stage), clockPlate(stage), bar(stage), field, el('aside', { class: 'side' }, nowList(stage)));
  const [south, west, north, east] = stage.data.view.region;
  map.setMaxBounds([
    [south, west],
    [north, east],
  ]);
  if (stage.calm) Object.assign(map.options, { zoomAnimationThreshold: 0, inertia: false });
  opening(stage, field);
  field.append(map.getContainer());
  addOtherNames(stage);
  addBaseMap(stage);
  addHolders(stage);
  addActors(stage);
  edgePointers(stage, field);
  addMarks(stage);
  field.append(cityStrip(stage), layersPanel(stage), el('p', { class: 'attribution', text: stage.data.attribution }));
  addCard(stage, field);
  notice(stage, field);
  helpPanels(stage, field);
  addLens(stage, field);
  addBeside(stage);
  addChapters(stage, main, field);
  addWings(stage, options, { main, field });
  addKeys(stage);
  dress(stage, main);
  L.control
    .zoom({ position: 'topleft', zoomInTitle: stage.word('zoom_in'), zoomOutTitle: stage.word('zoom_out') })
    .addTo(map);
  // the map has its room now: an address that names an event brings it into view by that
  map.invalidateSize({ animate: false, pan: false });
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(field);
  stage.redraw(true);
}

/** Mode, light and colours, as attributes and properties that the style sheet reads. */
function dress(stage, main) {
  const root = document.documentElement;

  function settings() {
    root.dataset.mode = stage.view.mode;
    root.dataset.labels = stage.view.labels;
    root.style.setProperty('--magnified', stage.magnified);
    if (stage.outer) stage.outer.document.documentElement.dataset.stage = stage.view.mode;
    main.setAttribute('aria-label', stage.say(stage.data.title));
    document.title = stage.say(stage.data.title);
  }

  function light() {
    root.dataset.light = stage.light || 'day';
    for (const [name, colour] of Object.entries(colours(stage)))
      root.style.setProperty(`--map-${name.replaceAll('_', '-')}`, colour);
  }

  for (const [name, colour] of Object.entries(stage.tokens.color.day))
    root.style.setProperty(`--${name.replaceAll('_', '-')}`, colour);
  stage.on('settings', settings);
  stage.on('light', light);
  stage.on('play', () => root.toggleAttribute('data-playing', stage.playing));
  stage.map.on('resize', () => root.style.setProperty('--magnified', stage.magnified));
  settings();
  light();
}

/** Labels are measured only once the faces are there: a frame's document.fonts.ready answers too early. */
function loadFonts(fonts) {
  return Promise.allSettled(
    fonts.map(([family, weight, style, address]) =>
      address
        ? new FontFace(family, `url(${address})`, { weight, style }).load().then((face) => document.fonts.add(face))
        : document.fonts.load(`${style} ${weight} 16px '${family}'`),
    ),
  );
}

/** What the page, the tests and other scripts may use. */
function publicFace(stage) {
  return {
    seek: (minute) => stage.seek(minute),
    get minute() {
      return stage.minute;
    },
    get playing() {
      return stage.playing;
    },
    play: () => stage.play(),
    pause: () => stage.pause(),
    show: (state, revision = null, problems = [], own = null) => {
      if (revision === null) return stage.show(state);
      stage.takeOwn(own);
      return stage.receive(state, revision, problems);
    },
    state: () => stage.state(),
    events: () => stage.events(),
    actors: () => stage.actors(),
    states: () => stage.states(),
    lettering: () => letteredNames(stage),
    select: (id) => stage.select(id),
    own: () => (stage.own ? stage.own.shown.numbers.map((number) => stage.own.events[number].id) : []),
    codec: stage.codec,
    map: stage.map,
  };
}
