// Marks of events and their labels. Places that lie too close together at a zoom share one mark: the weightiest of their
// events shows, with a count, and a press opens the list. That depends on the zoom alone, so nothing jumps when the
// clock moves.

/** While playing, an event stays full for at least this long, so that an event of one minute can be seen. Milliseconds. */
const LEAST_SHOWN = 600;

/** Width of an event's mark, pixels. */
function markSize(stage) {
  const surface = stage.wall ? 'projector' : stage.small ? 'phone' : 'laptop';
  return Math.round(stage.tokens.marker[surface].event * stage.magnified);
}

function addMarks(stage) {
  const { map, data } = stage;
  const places = data.places;
  let stacks = [];
  const fullSince = new Map();
  const labels = labelLayer(stage);

  const size = () => markSize(stage);

  /** Group the episode's places: each stands at its weightiest place. */
  function regroup() {
    for (const stack of stacks) {
      stack.marker?.remove();
      stack.ring?.remove();
    }
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
      else
        stacks.push({
          at: places[mark].at,
          point,
          events: [...events],
          marker: null,
          ring: null,
          ringed: 0,
          signature: '',
        });
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
      ring(stack);
      const selected = seen.some(([event]) => event.id === stage.view.event);
      const signature = seen.length
        ? [seen[0][0].id, seen[0][1], current.length, selected, stage.view.lang].join()
        : '';
      if (signature === stack.signature) continue;
      stack.signature = signature;
      if (seen.length) draw(stack, seen, current, selected);
      else stack.marker = stack.marker.remove() && null;
    }
    const events = stacks.filter((stack) => stack.shown).map(labelOf);
    labels.place([...events, ...(stage.ownLabels?.() ?? [])], stage.actorLabels());
  }

  /** Where the position may be far off, an open ring of that size stands about the mark. */
  function ring(stack) {
    const place = stack.shown && stack.shown[1] !== 'past' ? places[stack.shown[0].place] : null;
    const metres = place && place.error > data.shown.farOff ? place.error : 0;
    if (metres === stack.ringed) return;
    stack.ring?.remove();
    stack.ringed = metres;
    stack.ring = metres
      ? L.circle(stack.at, { radius: metres, interactive: false, className: 'error-ring' }).addTo(map)
      : null;
  }

  /** What the label beside a mark says, and how much it matters. */
  function labelOf(stack) {
    const [event, form] = stack.shown;
    const selected = [event, ...stack.current].some((one) => one.id === stage.view.event);
    return {
      key: `${event.id}|${form}`,
      point: map.latLngToLayerPoint(stack.at),
      half: size() / 2,
      hour: stage.say(event.when),
      title: stage.say(event.title),
      form,
      rank: selected ? 9 : form === 'past' ? 0 : event.weight + (form === 'full' ? 0.5 : 0),
    };
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
    element.dataset.events = current.map(([one]) => one.id).join(' ') || event.id;
    element.dataset.form = form;
  }

  function open(stack) {
    if (stack.current.length > 1) stage.openStack(stack.current);
    else stage.select(stack.shown[0].id);
  }

  /** Bring a mark into view, clear of the card. */
  stage.bringIntoView = (at) => {
    const { x, y } = map.getSize();
    const left = x > 900 && !stage.wall ? 420 : 40;
    map.panInside(at, {
      paddingTopLeft: [left, 60],
      paddingBottomRight: [60, stage.wall ? y * 0.4 : 90],
      animate: !stage.calm,
    });
  };

  stage.on('scene select actors edges own', update);
  stage.on('select', () => {
    const at = markedAt(stage, stage.byId.get(stage.view.event));
    if (at) stage.bringIntoView(at);
  });
  function anew() {
    labels.clear();
    regroup();
  }

  stage.on('settings', anew);
  map.on('resize', () => stage.wall && anew());
  stage.on('episode', regroup);
  map.on('zoomend', regroup);
  map.on('moveend', update);
  stage.on('minute', () => {
    if (stage.playing && fullSince.size) update();
  });
  regroup();
}
