// Who is under way: a mark that moves, the way gone and the way ahead.

function addActors(stage) {
  const { map, data } = stage;
  const renderer = L.svg({ pane: 'overlayPane', padding: 0.3 });
  const shown = data.ways.map(([actor, event, stops]) => ({
    actor,
    event,
    stops,
    marker: null,
    plate: '',
    gone: null,
    ahead: null,
    hint: 1,
  }));

  function appear(one) {
    const actor = data.actors[one.actor];
    one.plate = stage.plateOf(stage.sideOf(one.actor));
    const mark = actor.kind === 'ship' ? silhouette(actor) : actorMark(actor, one.plate, '');
    const name = el('span', { class: 'actor-name', text: stage.say(actor.name) });
    const html = el('div', { class: `actor-icon side-${one.plate}` }, mark, name);
    one.wide = Math.max(30, name.textContent.length * 7.5);
    one.marker = L.marker(one.stops[0].slice(1, 3), {
      icon: L.divIcon({ className: 'actor', html, iconSize: [0, 0] }),
      title: stage.say(actor.name),
      alt: `${stage.say(actor.name)}. ${stage.say(actor.who)}`,
      zIndexOffset: 500,
    });
    one.marker.addTo(map).on('click', () => stage.select(one.event));
    one.marker.getElement().setAttribute('aria-label', one.marker.options.alt);
    one.marker.on('keypress', (press) => {
      if (press.originalEvent.key === 'Enter') stage.select(one.event);
    });
    one.ahead = track(one.plate, 'ahead');
    one.gone = track(one.plate, 'gone');
  }

  function silhouette(actor) {
    return svg(
      'svg',
      { class: 'ship', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      svg('use', { href: `#s-${actor.symbol}`, class: 'hull-edge' }),
      svg('use', { href: `#s-${actor.symbol}` }),
    );
  }

  function track(plate, part) {
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
      const rank = here.get(spot) || 0;
      here.set(spot, rank + 1);
      one.marker.getElement().style.setProperty('--rank', rank);
    }
  }

  function update() {
    const visible = stage.layer('actors') && stage.inEpisode();
    const standers = [];
    for (const one of shown) {
      const where = visible ? standing(one.stops, stage.minute) : null;
      if (!where) {
        if (one.marker) vanish(one);
        continue;
      }
      if (one.marker && one.plate !== stage.plateOf(stage.sideOf(one.actor))) vanish(one);
      if (!one.marker) appear(one);
      one.marker.setLatLng(where.at);
      one.at = where.at;
      one.marker.getElement().classList.toggle('moving', where.moving);
      if (!where.moving) standers.push(one);
      if (where.moving) draw(one, where.at);
      else if (one.gone.getLatLngs().length) for (const layer of [one.gone, one.ahead]) layer.setLatLngs([]);
    }
    giveWay(standers);
  }

  /** Where labels may not lie, in layer pixels. */
  stage.actorBoxes = () =>
    shown
      .filter((one) => one.marker)
      .map((one) => {
        const { x, y } = map.latLngToLayerPoint(one.at);
        const ship = data.actors[one.actor].kind === 'ship';
        const still = !ship && !one.marker.getElement().classList.contains('moving');
        const [cx, cy] = still ? [x - 30, y + 22] : [x, y];
        return [cx - one.wide / 2, cy - (ship ? 26 : 15), cx + one.wide / 2, cy + (ship ? 42 : 31)];
      });

  stage.on('minute', update);
  stage.on('settings', () => {
    shown.filter((one) => one.marker).forEach(vanish);
    update();
  });
}
