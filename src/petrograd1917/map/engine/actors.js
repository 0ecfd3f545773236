// Who is under way: a mark that moves, the way gone and the way ahead.

/** Pixels within which places share the marks of those who stand there: one mark a side, with a count. */
const TOGETHER = 34;

/** A way is drawn in parts: what is gone and what lies ahead, what a source names and what is only computed. */
const PARTS = [
  { name: 'ahead', gone: false, basis: 'attested' },
  { name: 'ahead computed', gone: false, basis: 'computed' },
  { name: 'gone', gone: true, basis: 'attested' },
  { name: 'gone computed', gone: true, basis: 'computed' },
];

/** Legs that follow each other as one line, so that dashes run through. */
function joined(legs) {
  const lines = [];
  for (const [from, to] of legs) {
    const last = lines[lines.length - 1];
    if (last && last[last.length - 1].join() === from.join()) last.push(to);
    else lines.push([from, to]);
  }
  return lines;
}

function addActors(stage) {
  const { map, data } = stage;
  const renderer = L.svg({ pane: 'overlayPane', padding: 0.3 });
  let shown = [];
  let spotOf = new Map();

  function begin() {
    shown.filter((one) => one.marker).forEach(vanish);
    const fresh = { marker: null, moving: null, lost: false, plate: '', rank: 0, company: [] };
    shown = data.ways.map(([actor, event, stops]) => ({ actor, event, stops, tracks: [], ...fresh }));
    gather();
  }

  /** Gather the places where anybody ever stands: that depends on the zoom alone, so nothing jumps when the clock moves. */
  function gather() {
    const spots = [];
    spotOf = new Map();
    for (const { actor, stops } of shown) {
      if (data.actors[actor].kind === 'ship') continue;
      for (const [, lat, lon] of stops) {
        const key = [lat, lon].join();
        if (spotOf.has(key)) continue;
        const point = map.latLngToLayerPoint([lat, lon]);
        const near = spots.find((spot) => spot.point.distanceTo(point) < TOGETHER);
        const spot = near || { at: [lat, lon], point };
        if (!near) spots.push(spot);
        spotOf.set(key, spot);
      }
    }
  }

  function appear(one) {
    const actor = data.actors[one.actor];
    one.plate = stage.plateOf(stage.sideOf(one.actor));
    const mark = actor.kind === 'ship' ? silhouette(actor) : actorMark(actor, one.plate, '');
    const name = el('span', { class: 'actor-name', text: stage.say(actor.name) });
    const count = el('span', { class: 'company', hidden: true });
    one.tie = actor.kind === 'ship' ? null : svg('path');
    const tie = one.tie && svg('svg', { class: 'tie' }, one.tie);
    const html = el('div', { class: `actor-icon side-${one.plate}` }, tie, mark, name, count);
    one.marker = L.marker(one.stops[0].slice(1, 3), {
      icon: L.divIcon({ className: 'actor', html, iconSize: [0, 0] }),
      title: stage.say(actor.name),
      alt: stage.say(actor.name),
      zIndexOffset: 500,
    });
    one.marker.addTo(map).on('click', () => open(one));
    one.marker.on('keypress', (press) => {
      if (press.originalEvent.key === 'Enter') open(one);
    });
    one.tracks = PARTS.map((part) => ({ ...part, line: track(`${actor.kind} ${part.name}`, one.plate) }));
  }

  function silhouette(actor) {
    return svg(
      'svg',
      { class: 'ship', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      svg('use', { href: `#s-${actor.symbol}`, class: 'hull-edge' }),
      svg('use', { href: `#s-${actor.symbol}` }),
    );
  }

  function track(part, plate) {
    return L.polyline([], { renderer, interactive: false, className: `track ${part} side-${plate}` }).addTo(map);
  }

  function vanish(one) {
    one.marker.remove();
    for (const { line } of one.tracks) line.remove();
    one.marker = null;
    one.tracks = [];
  }

  /** Draw each leg as what it rests on, up to where the actor is as gone, the rest as ahead; unknown ones not at all. */
  function draw(one, at) {
    for (const { gone, basis, line } of one.tracks) {
      const legs = [];
      one.stops.forEach((stop, i) => {
        if (!i || stop[3] !== basis) return;
        const [from, to] = [one.stops[i - 1], stop];
        const under = from[0] <= stage.minute && stage.minute < to[0];
        if (under) legs.push(gone ? [from.slice(1, 3), at] : [at, to.slice(1, 3)]);
        else if (to[0] <= stage.minute === gone) legs.push([from.slice(1, 3), to.slice(1, 3)]);
      });
      line.setLatLngs(joined(legs));
    }
  }

  function erase(one) {
    for (const { line } of one.tracks) if (line.getLatLngs().length) line.setLatLngs([]);
  }

  /**
   * Who stands still gives room to the mark of the place. Those of one side stand behind the first of them; the sides
   * stand beside each other.
   */
  function giveWay(standers) {
    const heads = new Map();
    const sides = new Map();
    for (const one of standers) {
      const spot = data.actors[one.actor].kind === 'ship' ? null : spotOf.get(one.at.join());
      const head = spot && heads.get(spot)?.find((other) => other.plate === one.plate && other.lost === one.lost);
      one.company = [];
      if (head) head.company.push(one);
      else if (spot) {
        one.at = spot.at;
        one.marker.setLatLng(spot.at);
        one.rank = sides.get(spot) || 0;
        sides.set(spot, one.rank + 1);
        heads.set(spot, [...(heads.get(spot) || []), one]);
      }
      show(one, head);
    }
    for (const one of [...heads.values()].flat()) dressHead(one);
  }

  function show(one, head) {
    const element = one.marker.getElement();
    element.classList.toggle('behind', Boolean(head));
    element.style.setProperty('--rank', one.rank);
    one.tie?.setAttribute('d', `M0 0L${28 + one.rank * 30} -20`);
    one.behind = Boolean(head);
  }

  function dressHead(one) {
    const count = one.marker.getElement().querySelector('.company');
    count.hidden = !one.company.length;
    count.textContent = String(one.company.length + 1);
    const says = called(one);
    one.marker.getElement().setAttribute('aria-label', says);
    one.marker.getElement().setAttribute('title', says);
  }

  /** The name of an actor, and how many stand with it. */
  function called(one) {
    const name = stage.say(data.actors[one.actor].name);
    return one.company.length ? stage.word('with_more', { name, n: one.company.length }) : name;
  }

  function open(one) {
    if (!one.company.length) return stage.select(one.event);
    return stage.openList(
      called(one),
      [one, ...one.company].map(({ actor, event, plate }) => ({
        title: stage.say(data.actors[actor].name),
        note: stage.say(stage.byId.get(event).title),
        mark: actorMark(data.actors[actor], plate, ''),
        event,
      })),
    );
  }

  /** Where one was last known, for some hours after the record loses sight of them: drawn pale. */
  function lastKnown(one) {
    const last = one.stops[one.stops.length - 1];
    const since = stage.minute - last[0];
    if (!stage.layer('past') || since <= 0 || since > data.shown.lastKnown) return null;
    const seenSince = shown.some(
      (other) =>
        other.actor === one.actor && other !== one && other.stops[0][0] <= stage.minute && other.stops[0][0] >= last[0],
    );
    return seenSince ? null : { at: last.slice(1, 3), moving: false, lost: true };
  }

  function update() {
    const visible = stage.layer('actors') && stage.inEpisode();
    const standers = [];
    let changed = false;
    for (const one of shown) {
      const where = visible ? standing(one.stops, stage.minute) || lastKnown(one) : null;
      if (one.marker && (!where || one.plate !== stage.plateOf(stage.sideOf(one.actor)))) {
        vanish(one);
        changed = true;
      }
      if (!where) continue;
      if (!one.marker) {
        appear(one);
        changed = true;
      }
      if (where.moving || !one.behind) one.marker.setLatLng(where.at);
      if (where.moving) show(one, null);
      one.at = where.at;
      changed ||= one.moving !== where.moving;
      one.moving = where.moving;
      one.marker.getElement().classList.toggle('moving', where.moving);
      changed ||= one.lost !== Boolean(where.lost);
      one.lost = Boolean(where.lost);
      one.marker.getElement().classList.toggle('lost', one.lost);
      if (!where.moving) standers.push(one);
      if (where.moving) draw(one, where.at);
      else erase(one);
    }
    giveWay(standers);
    nameMovers();
    if (changed) stage.tell('actors');
  }

  /** Names of those who stand still, for the labels; ships stay on their spot, others stand beside the place's mark. */
  stage.actorLabels = () =>
    shown
      .filter((one) => one.marker && !one.moving && !one.behind)
      .map((one) => {
        const { kind } = data.actors[one.actor];
        const aside = kind === 'ship' ? [0, 0] : [-28 - one.rank * 30, 20];
        const point = map.latLngToLayerPoint(one.at).add(aside);
        const half = (kind === 'ship' ? 24 : 14) * (stage.wall ? 1.3 : 1) * stage.magnified;
        const hour = one.lost ? stage.word('last_known') : '';
        return {
          key: `${one.actor}|${one.at}|${hour}|${one.company.length}`,
          point,
          half,
          hour,
          title: called(one),
          form: '',
          rank: one.lost ? 1.2 : 2.8,
        };
      });

  /** Who is under way, and where. */
  stage.travellers = () =>
    shown
      .filter((one) => one.marker && one.moving)
      .map(({ actor, at, event }) => ({ actor: data.actors[actor], at, event }));

  /** Where those under way keep labels off, in layer pixels. */
  stage.movingBoxes = () => shown.filter((one) => one.marker && one.moving).map(boxOf);

  function boxOf(one) {
    const { x, y } = map.latLngToLayerPoint(one.at);
    const own = 15 * stage.magnified;
    const name = (stage.wall ? 1.8 : 1) * stage.magnified;
    const half = one.nameless ? own : Math.max(own, stage.say(data.actors[one.actor].name).length * 3.7 * name);
    return [x - half, y - own, x + half, y + own + (one.nameless ? 0 : 16 * name)];
  }

  stage.namedMovers = () => shown.filter((one) => one.marker && one.moving && !one.nameless).length;

  /** Of those under way who come close to each other the first bears its name. */
  function nameMovers() {
    const taken = [];
    for (const one of shown) {
      if (!one.marker || !one.moving) continue;
      one.nameless = false;
      one.nameless = !free(boxOf(one), taken, 0);
      taken.push(boxOf(one));
      one.marker.getElement().classList.toggle('nameless', one.nameless);
    }
  }

  begin();
  map.on('zoomend', () => {
    gather();
    update();
  });
  stage.on('record', begin);
  stage.on('minute', update);
  stage.on('settings', () => {
    shown.filter((one) => one.marker).forEach(vanish);
    update();
  });
}
