// Marks of events and their labels. Places that lie too close together at a zoom share one mark: the weightiest of their
// events shows, with a count, and a press opens the list. That depends on the zoom alone, so nothing jumps when the
// clock moves.

/** While playing, an event stays full for at least this long, so that an event of one minute can be seen. Milliseconds. */
const LEAST_SHOWN = 600;
const MOST_LABELS = 8;
/** The foot of the map, where the strip across the city lies. Pixels. */
const FOOT = 56;

function addMarks(stage) {
  const { map, data } = stage;
  const places = data.places;
  let stacks = [];
  const fullSince = new Map();
  const labels = labelLayer(stage);

  function size() {
    const scale = stage.view.mode === 'projector' ? 'projector' : window.innerWidth < 600 ? 'phone' : 'laptop';
    return stage.tokens.marker[scale].event;
  }

  /** Group the episode's places: each stands at its weightiest place. */
  function regroup() {
    for (const stack of stacks) stack.marker?.remove();
    const reach = size() * 1.05;
    const byMark = new Map();
    for (const event of data.events) {
      if (event.episode !== stage.episode.id || !event.place || !places[event.place].at) continue;
      const mark = places[event.place].mark;
      if (!byMark.has(mark)) byMark.set(mark, []);
      byMark.get(mark).push(event);
    }
    const weight = (events) => Math.max(...events.map((event) => event.weight)) * 100 + events.length;
    const ordered = [...byMark].sort(([, a], [, b]) => weight(b) - weight(a));
    stacks = [];
    for (const [mark, events] of ordered) {
      const point = map.latLngToLayerPoint(places[mark].at);
      const near = stacks.find((stack) => stack.point.distanceTo(point) < reach);
      if (near) near.events.push(...events);
      else stacks.push({ at: places[mark].at, point, events: [...events], marker: null, signature: '' });
    }
    update();
  }

  function formOf(event) {
    const form = stage.forms.get(event) || '';
    if (!stage.layer(event.family) || (form === 'past' && !stage.layer('past'))) return '';
    if (form === 'full') {
      if (!fullSince.has(event)) fullSince.set(event, performance.now());
    } else if (fullSince.has(event)) {
      if (stage.playing && performance.now() - fullSince.get(event) < LEAST_SHOWN) return 'full';
      fullSince.delete(event);
    }
    return form;
  }

  const order = { full: 0, hollow: 1, past: 2 };

  function update() {
    for (const stack of stacks) {
      const seen = stack.events.map((event) => [event, formOf(event)]).filter(([, form]) => form);
      seen.sort(([a, af], [b, bf]) => order[af] - order[bf] || b.weight - a.weight || a.t[1] - b.t[1]);
      const current = seen.filter(([, form]) => form !== 'past');
      stack.shown = seen.length ? seen[0] : null;
      stack.current = current.map(([event]) => event);
      const selected = seen.some(([event]) => event.id === stage.view.event);
      const signature = seen.length
        ? [seen[0][0].id, seen[0][1], current.length, selected, stage.view.lang].join()
        : '';
      if (signature === stack.signature) continue;
      stack.signature = signature;
      if (seen.length) draw(stack, seen, current, selected);
      else stack.marker = stack.marker.remove() && null;
    }
    labels.place(
      stacks.filter((stack) => stack.shown),
      size(),
    );
  }

  function draw(stack, seen, current, selected) {
    const [event, form] = seen[0];
    const says =
      current.length > 1
        ? stage.word('stack', { n: current.length, title: stage.say(event.title) })
        : `${stage.say(event.title)}, ${stage.say(event.when)}`;
    const html = el(
      'div',
      { class: `event-icon${selected ? ' selected' : ''}` },
      eventMark(event, form, current.length),
    );
    const icon = L.divIcon({ className: 'event', html, iconSize: [size(), size()] });
    if (!stack.marker) {
      stack.marker = L.marker(stack.at, { icon, keyboard: true });
      stack.marker
        .addTo(map)
        .on('click', () => open(stack))
        .on('keypress', (press) => {
          if (press.originalEvent.key === 'Enter') open(stack);
        });
    } else {
      stack.marker.setIcon(icon);
    }
    stack.marker.setZIndexOffset(form === 'past' ? -200 : event.weight * 50);
    const element = stack.marker.getElement();
    element.setAttribute('aria-label', says);
    element.setAttribute('title', says);
    element.dataset.events = current.map((one) => one.id).join(' ') || event.id;
    element.dataset.form = form;
  }

  function open(stack) {
    if (stack.current.length > 1) stage.openStack(stack.current);
    else stage.select(stack.shown[0].id);
  }

  stage.on('scene select', update);
  stage.on('settings', () => {
    labels.clear();
    regroup();
  });
  stage.on('episode', regroup);
  map.on('zoomend', regroup);
  map.on('moveend', update);
  stage.on('minute', () => {
    if (stage.playing && fullSince.size) update();
  });
  regroup();
}

/** Names beside marks: at most eight, by weight; one that finds no free room is left to the list. A label keeps its place. */
function labelLayer(stage) {
  const { map } = stage;
  const pane = map.createPane('labels');
  pane.classList.add('labels');
  const pen = document.createElement('canvas').getContext('2d');
  const kept = new Map();
  let zoom = null;

  function measure(text, font) {
    pen.font = font;
    return pen.measureText(text).width;
  }

  function fontSize() {
    return stage.tokens.type[stage.view.mode === 'projector' ? 'projector' : 'laptop'].map_event;
  }

  /** Title in lines of at most about 20 letters. */
  function lines(title) {
    const found = [''];
    for (const word of title.split(' ')) {
      const last = found[found.length - 1];
      if (last && last.length + word.length > 20) found.push(word);
      else found[found.length - 1] = last ? `${last} ${word}` : word;
    }
    return found;
  }

  function place(stacks, markSize) {
    if (map.getZoom() !== zoom) clear();
    zoom = map.getZoom();
    const wanted =
      window.innerWidth < 600 ? stacks.filter(isSelected) : stacks.filter((stack) => stack.shown[1] !== 'past');
    wanted.sort(
      (a, b) =>
        isSelected(b) - isSelected(a) ||
        b.shown[0].weight - a.shown[0].weight ||
        (a.shown[1] === 'hollow') - (b.shown[1] === 'hollow'),
    );
    const points = stacks.map((stack) => map.latLngToLayerPoint(stack.at));
    const half = markSize / 2 + 1;
    const taken = [
      ...points.map(({ x, y }) => [x - half, y - half, x + half, y + half]),
      ...stage.actorBoxes(),
      ...letteredBoxes(stage),
    ];
    const corner = map.containerPointToLayerPoint([0, 0]);
    const extent = map.getSize();
    const view = [corner.x, corner.y, corner.x + extent.x, corner.y + extent.y - FOOT];
    const used = new Set();
    let count = 0;
    for (const stack of wanted) {
      if (count === MOST_LABELS) break;
      const key = `${stack.shown[0].id}|${stack.shown[1]}|${stage.view.lang}|${stage.view.mode}`;
      const label = kept.get(key) || make(stack, markSize);
      const fits = (box) => inside(box, view) && free(box, taken);
      const spot = label.spot && fits(label.spot) ? label.spot : label.spots.find(fits);
      if (!spot) continue;
      if (spot !== label.spot) L.DomUtil.setPosition(label.node, L.point(spot[0], spot[1]));
      label.spot = spot;
      taken.push(spot);
      kept.set(key, label);
      used.add(key);
      if (!label.node.isConnected) pane.append(label.node);
      count += 1;
    }
    for (const [key, label] of kept) {
      if (used.has(key)) continue;
      label.node.remove();
      kept.delete(key);
    }
  }

  function clear() {
    for (const label of kept.values()) label.node.remove();
    kept.clear();
  }

  function isSelected(stack) {
    return stack.current.some((event) => event.id === stage.view.event) || stack.shown[0].id === stage.view.event;
  }

  function make(stack, markSize) {
    const [event, form] = stack.shown;
    const size = fontSize();
    const title = lines(stage.say(event.title));
    const hour = stage.say(event.when);
    const wide =
      Math.max(
        measure(hour, `italic ${size * 0.9}px 'PT Serif'`),
        ...title.map((line) => measure(line, `bold ${size}px 'PT Serif'`)),
      ) + 4;
    const high = size * 1.12 * (title.length + 1) + 2;
    const { x, y } = map.latLngToLayerPoint(stack.at);
    const reach = markSize / 2 + 5;
    const spots = [];
    for (const far of [0, markSize * 0.7]) {
      const d = reach + far;
      spots.push(
        [x + d, y - high / 2],
        [x - d - wide, y - high / 2],
        [x - wide / 2, y - d - high],
        [x - wide / 2, y + d],
        [x + d * 0.75, y - d * 0.75 - high],
        [x + d * 0.75, y + d * 0.75],
        [x - d * 0.75 - wide, y - d * 0.75 - high],
        [x - d * 0.75 - wide, y + d * 0.75],
      );
    }
    const node = el(
      'div',
      { class: `label ${form}`, 'aria-hidden': 'true', style: `width:${Math.ceil(wide)}px;font-size:${size}px` },
      el('i', { text: hour }),
      ...title.map((line) => el('b', { text: line })),
    );
    return { node, spot: null, spots: spots.map(([left, top]) => [left, top, left + wide, top + high]) };
  }

  return { place, clear };
}

function inside(box, view) {
  return box[0] >= view[0] && box[1] >= view[1] && box[2] <= view[2] && box[3] <= view[3];
}

function free(box, taken, gap = 3) {
  return !taken.some(
    (other) => box[0] < other[2] + gap && other[0] < box[2] + gap && box[1] < other[3] + gap && other[1] < box[3] + gap,
  );
}
