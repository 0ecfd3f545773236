// Who is under way: a mark that moves, the way gone and the way ahead.

/** Minutes for which the place where an actor was last known stays marked. */
const LAST_KNOWN = 180;

function addActors(stage) {
  const { map, data } = stage;
  const renderer = L.svg({ pane: 'overlayPane', padding: 0.3 });
  const shown = data.ways.map(([actor, event, stops]) => ({
    actor,
    event,
    stops,
    marker: null,
    moving: null,
    plate: '',
    gone: null,
    ahead: null,
    moving: null,
    rank: 0,
  }));

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
    one.ahead = track(`${actor.kind} ahead`, one.plate);
    one.gone = track(`${actor.kind} gone`, one.plate);
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
    for (const layer of [one.marker, one.gone, one.ahead]) layer.remove();
    one.marker = one.gone = one.ahead = null;
  }

  /** The parts of a way that are drawn: attested solid, computed dotted, unknown not at all. */
  function draw(one, at) {
    const minute = stage.minute;
    const before = one.stops.filter((stop) => stop[0] <= minute);
    const after = one.stops.filter((stop) => stop[0] > minute);
    one.gone.setLatLngs(pieces(before, at, true));
    one.ahead.setLatLngs(pieces(after, at, false));
    const computed = (after[0] || before[before.length - 1])[3] === 'computed';
    for (const layer of [one.gone, one.ahead]) layer.getElement()?.classList.toggle('computed', computed);
  }

  function pieces(stops, at, gone) {
    const lines = [[]];
    if (!gone) lines[0].push(at);
    stops.forEach((stop, i) => {
      const leg = stop[3];
      if (leg === 'unknown' && (gone ? i > 0 : true)) lines.push([]);
      lines[lines.length - 1].push(stop.slice(1, 3));
    });
    if (gone) lines[lines.length - 1].push(at);
    return lines.filter((line) => line.length > 1);
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
      else if (one.gone.getLatLngs().length) for (const layer of [one.gone, one.ahead]) layer.setLatLngs([]);
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

  stage.on('minute', update);
  stage.on('settings', () => {
    shown.filter((one) => one.marker).forEach(vanish);
    update();
  });
}
