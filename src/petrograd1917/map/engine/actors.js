// Who is under way: a mark that moves, the way gone and the way ahead.

/** Minutes for which the place where an actor was last known stays marked. */
const LAST_KNOWN = 180;

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

  function begin() {
    shown.filter((one) => one.marker).forEach(vanish);
    const fresh = { marker: null, moving: null, lost: false, plate: '', rank: 0 };
    shown = data.ways.map(([actor, event, stops]) => ({ actor, event, stops, tracks: [], ...fresh }));
  }

  function appear(one) {
    const actor = data.actors[one.actor];
    one.plate = stage.plateOf(stage.sideOf(one.actor));
    const mark = actor.kind === 'ship' ? silhouette(actor) : actorMark(actor, one.plate, '');
    const name = el('span', { class: 'actor-name', text: stage.say(actor.name) });
    const html = el('div', { class: `actor-icon side-${one.plate}` }, mark, name);
    one.marker = L.marker(one.stops[0].slice(1, 3), {
      icon: L.divIcon({ className: 'actor', html, iconSize: [0, 0] }),
      title: stage.say(actor.name),
      alt: stage.say(actor.name),
      zIndexOffset: 500,
    });
    one.marker.addTo(map).on('click', () => stage.select(one.event));
    one.marker.getElement().setAttribute('aria-label', one.marker.options.alt);
    one.marker.on('keypress', (press) => {
      if (press.originalEvent.key === 'Enter') stage.select(one.event);
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

  /** Who stands still gives room to the mark of the place, and stands beside who came before. */
  function giveWay(standers) {
    const here = new Map();
    for (const one of standers) {
      const spot = one.at.join();
      one.rank = here.get(spot) || 0;
      here.set(spot, one.rank + 1);
      one.marker.getElement().style.setProperty('--rank', one.rank);
    }
  }

  /** Where one was last known, for some hours after the record loses sight of them: drawn pale. */
  function lastKnown(one) {
    const last = one.stops[one.stops.length - 1];
    const since = stage.minute - last[0];
    if (!stage.layer('past') || since <= 0 || since > LAST_KNOWN) return null;
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
      one.marker.setLatLng(where.at);
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
    if (changed) stage.tell('actors');
  }

  /** Names of those who stand still, for the labels; ships stay on their spot, others stand beside the place's mark. */
  stage.actorLabels = () =>
    shown
      .filter((one) => one.marker && !one.moving)
      .map((one) => {
        const { kind, name } = data.actors[one.actor];
        const aside = kind === 'ship' ? [0, 0] : [-28 - one.rank * 30, 20];
        const point = map.latLngToLayerPoint(one.at).add(aside);
        const half = (kind === 'ship' ? 24 : 14) * (stage.view.mode === 'projector' ? 1.3 : 1);
        const hour = one.lost ? stage.word('last_known') : '';
        return {
          key: `${one.actor}|${one.at}|${hour}`,
          point,
          half,
          hour,
          title: stage.say(name),
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
  stage.movingBoxes = () =>
    shown
      .filter((one) => one.marker && one.moving)
      .map((one) => {
        const { x, y } = map.latLngToLayerPoint(one.at);
        const half = Math.max(15, stage.say(data.actors[one.actor].name).length * 3.7);
        return [x - half, y - 15, x + half, y + 31];
      });

  begin();
  stage.on('record', begin);
  stage.on('minute', update);
  stage.on('settings', () => {
    shown.filter((one) => one.marker).forEach(vanish);
    update();
  });
}
