// A picture of what is seen, saved as a file. The stage's own parts draw a sheet out of sight, with the date, the legend
// and the sources that a picture needs where it goes; what the browser made of the sheet is traced on a canvas.

/** 1440 × 810 CSS pixels as picture.css lays them out, made a third larger: 1920 × 1080. */
const PICTURE_RATIO = 4 / 3;
/** The longest that the bar of the scale may be, CSS pixels. */
const LONGEST_BAR = 160;

async function savePicture(stage) {
  // the sources are worth waiting for, but not the picture's price
  const details = await stage.details().catch(() => null);
  const name = pictureName(stage);
  const blob = await new Promise((done) => pictureOf(stage, details).toBlob(done, 'image/png'));
  const href = URL.createObjectURL(blob);
  el('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
  stage.notice(stage.word('picture_saved', { name }));
}

/** `petrograd-1917-11-08_0210_winter-palace.png`: the moment, and where the event is that is shown or weighs most. */
function pictureName(stage) {
  const [day, time] = stage.view.at.split('T');
  const event = stage.byId.get(stage.view.event) || onMap(stage)[0]?.[0];
  const place = event?.place ? stage.data.places[event.place].mark.replaceAll('_', '-') : '';
  return `${['petrograd-' + day, time.replace(':', ''), place].filter(Boolean).join('_')}.png`;
}

/** What is shown to happen now in the part of the city that is seen, weightiest first. */
function onMap(stage) {
  const bounds = stage.map.getBounds();
  const at = (event) => event.place && stage.data.places[event.place].at;
  return shownNow(stage).filter(([event]) => at(event) && bounds.contains(at(event)));
}

function shownNow(stage) {
  return stage.present().filter(([event]) => stage.layer(event.family));
}

/** A canvas with the sheet of what the stage shows. */
function pictureOf(stage, details) {
  const root = document.documentElement;
  const { mode } = root.dataset;
  const sheet = el('section', { class: 'picture', inert: true, 'aria-hidden': 'true' });
  // the sheet is set as on a desk, whatever the stage is on; all of it is over before the browser paints again
  root.dataset.mode = 'page';
  document.body.append(sheet);
  const area = el('div', { class: 'field picture-map' });
  const list = el('ol', { class: 'picture-list' });
  sheet.append(pictureHead(stage, details), pictureClock(stage), area, list);
  const still = stillStage(stage, area);
  sheet.append(el('ul', { class: 'picture-legend' }, ...pictureLegend(still, area)));
  sheet.append(pictureFoot(stage, details));
  still.map.invalidateSize({ animate: false });
  still.map.fitBounds(stage.map.getBounds(), { animate: false });
  area.append(north(stage), scaleBar(still));
  still.redraw(true);
  fillList(stage, list);
  try {
    return traced(sheet, PICTURE_RATIO);
  } finally {
    still.map.remove();
    sheet.remove();
    root.dataset.mode = mode;
  }
}

/** A stage that only stands still: the same view of the same record on a map of the sheet's size. */
function stillStage(stage, area) {
  const map = L.map(area.appendChild(el('div')), {
    zoomControl: false,
    attributionControl: false,
    zoomSnap: 0,
    fadeAnimation: false,
    zoomAnimation: false,
    maxZoom: stage.map.getMaxZoom(),
  }).fitBounds(stage.map.getBounds());
  const still = new Stage(map, stage.data, stage.drawing, stage.tokens);
  still.ratio = PICTURE_RATIO;
  still.letterings = stage.letterings;
  still.speak = (lang) => lang; // the stage has learnt it already
  addBaseMap(still);
  addHolders(still);
  addActors(still);
  const own = stage.own?.drawOn(still);
  addMarks(still);
  const { lat, lng } = map.getCenter();
  still.show({ ...stage.state(), mode: 'page', cal: 'both', c: [lat, lng, map.getZoom()] });
  own?.update();
  return still;
}

function pictureHead(stage, details) {
  const event = stage.byId.get(stage.view.event);
  const title = stage.say(stage.data.title);
  const episode = stage.say(stage.episode.title);
  const { source } = stage.view;
  const told = source && details ? stage.word('map_told_by', { name: stage.say(details.sources[source].short) }) : '';
  return el(
    'header',
    { class: 'picture-head' },
    el('p', {}, el('b', { text: title }), ` · ${episode}`, told ? ` · ${told}` : null),
    el('h1', { text: event ? stage.say(event.title) : momentTitle(stage) || episode }),
    event && details ? el('p', { class: 'picture-dek', text: stage.say(details.events[event.id].summary) }) : null,
  );
}

/** The title of the named moment that is shown, if one is. */
function momentTitle(stage) {
  const named = stage.data.moments.find(({ view }) => stage.codec.decode(view)[0].at === stage.view.at);
  return named ? stage.say(named.title) : '';
}

function pictureClock(stage) {
  const lines = dayLines(dayOf(stage.episode, stage.minute), stage.view.lang, 'both');
  return el(
    'div',
    { class: 'picture-clock' },
    el('p', { class: 'picture-time', text: clockWords(stage.minute) }),
    ...lines.map(({ style, words }) =>
      el(
        'p',
        {},
        el('small', { text: stage.word(`style_${style}`) }),
        el(style === 'old' ? 'em' : 'b', { text: words }),
      ),
    ),
  );
}

/** What happens, the surest and weightiest first, as far as there is room; the rest is counted. */
function fillList(stage, list) {
  const rows = shownNow(stage);
  const row = ([event, form]) =>
    el(
      'li',
      {},
      eventMark(event, form),
      el(
        'div',
        {},
        el(form === 'full' ? 'b' : 'i', { text: stage.say(event.title) }),
        el(
          'p',
          {},
          `${stage.say(event.when)} · `,
          el('span', { class: event.sure === 'sure_differ' ? 'differ' : '', text: stage.word(event.sure) }),
        ),
      ),
    );
  list.replaceChildren(...rows.map(row));
  if (!rows.length) list.append(el('li', { text: stage.word('nothing_known') }));
  const more = el('li');
  while (list.scrollHeight > list.clientHeight && list.childElementCount > 1) {
    (more.isConnected ? more.previousElementSibling : list.lastElementChild).remove();
    list.append(more);
    more.textContent = stage.word('and_more', { n: rows.length - list.childElementCount + 1 });
  }
}

/** What stands on the map and nothing else: the sides, the kinds, how sure, the ways. */
function pictureLegend(stage, area) {
  const seen = (selector) => [...area.querySelectorAll(selector)].some((node) => liesWithin(node, area));
  const sides = Object.values(stage.data.sides)
    .filter((side) => side.episode === stage.episode.id)
    .map((side) => ({
      side,
      stands: seen(`.actor .side-${side.plate}`),
      holds: seen(`.holder[data-holder=${side.hatch}], .deck[data-holder=${side.hatch}]`),
    }))
    .filter(({ stands, holds }) => stands || holds)
    .map(({ side, holds }) => [[plateSign(stage, side), holds ? hatchSign(side.hatch) : null], stage.say(side.name)]);
  const [example] = onMap(stage);
  const kinds = ['force', 'words', 'movement', 'city']
    .map((family) => [family, onMap(stage).find(([event]) => event.family === family)])
    .filter(([family, found]) => found && seen(`.event .${family}`))
    .map(([family, [event]]) => [[eventMark(event, 'full')], stage.word(`layer_${family}`)]);
  const rest = [
    ['.event .hollow', () => eventMark(example[0], 'hollow'), 'group_hollow'],
    ['.event .past', () => eventMark({ family: 'force', symbol: 'seizure' }, 'past'), 'group_past'],
    ['.holder[data-holder=contested]', () => hatchSign('contested'), 'legend_contested'],
    ['.actor.lost .mark', () => actorMark({ symbol: 'person' }, 'neutral', ''), 'last_known'],
    ['.track:not(.computed)', () => lineSign('track gone'), 'legend_attested'],
    ['.track.computed', () => lineSign('track gone computed'), 'legend_computed'],
    ['.span-icon', () => icon('bridge_raised', 'mark'), 'legend_span'],
    ['.error-ring', ringSign, 'legend_ring'],
  ]
    .filter(([selector]) => seen(selector))
    .map(([, sign, word]) => [[sign()], stage.word(word)]);
  return [...sides, ...kinds, ...rest].map(([signs, text]) => el('li', {}, ...signs, el('span', { text })));
}

/** Whether some of what is drawn lies within an area: of a line some of its points, of all else its box. */
function liesWithin(node, area) {
  const box = area.getBoundingClientRect();
  const { left, top, right, bottom } = node.getBoundingClientRect();
  if (right <= left || right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom) return false;
  if (!node.matches('.track')) return true;
  const [length, place] = [node.getTotalLength(), node.getScreenCTM()];
  return [...Array(100).keys()].some((i) => {
    const { x, y } = node.getPointAtLength((length * i) / 99).matrixTransform(place);
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  });
}

function ringSign() {
  const ring = svg('circle', { cx: 8, cy: 8, r: 7, class: 'error-ring' });
  return svg('svg', { class: 'sign ring', viewBox: '0 0 16 16' }, ring);
}

function hatchSign(hatch) {
  const shape = {
    x: 1,
    y: 1,
    width: 22,
    height: 14,
    class: 'holder',
    'data-holder': hatch,
    fill: `url(#hatch-${hatch})`,
  };
  return svg('svg', { class: 'sign', viewBox: '0 0 24 16' }, svg('rect', shape));
}

function lineSign(className) {
  return svg(
    'svg',
    { class: 'sign side-third', viewBox: '0 0 24 16' },
    svg('path', { d: 'M0 8H24', class: className }),
  );
}

function pictureFoot(stage, details) {
  const { source } = stage.view;
  const told = ([event]) => details?.events[event.id].claims.map((claim) => claim.source) ?? [];
  const ids = shownNow(stage)
    .flatMap(told)
    .filter((id) => !source || id === source);
  const names = [...new Set(ids)].map((id) => stage.say(details.sources[id].short)).join(' · ');
  return el(
    'footer',
    { class: 'picture-foot' },
    names ? el('p', { text: stage.word('picture_sources', { names }) }) : null,
    el('p', { text: stage.data.attribution }),
  );
}

function north(stage) {
  return el(
    'div',
    { class: 'picture-north' },
    svg('svg', { viewBox: '0 0 12 22' }, svg('path', { d: 'M6 0L11 22L6 18L1 22Z' })),
    el('span', { text: stage.word('north') }),
  );
}

/** A bar of a round length on the ground, at the middle of the map. */
function scaleBar(still) {
  const { map } = still;
  const { x, y } = map.getSize().divideBy(2);
  const metres = map.distance(map.containerPointToLatLng([x, y]), map.containerPointToLatLng([x + 100, y])) / 100;
  const length = [20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50].find((one) => one / metres <= LONGEST_BAR);
  const text = length < 1000 ? still.word('metres', { n: length }) : still.word('kilometres', { n: length / 1000 });
  return el(
    'div',
    { class: 'picture-scale' },
    el('span', { text }),
    el('div', { style: `width:${length / metres}px` }),
  );
}
