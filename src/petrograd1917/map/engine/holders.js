// Who holds what: the building's own shape in its side's hatch, a square where its shape is not known well enough; and
// the bridges, whose deck takes the holder's colour and whose span stands open when it is raised.

/** Side of the square that stands for a house whose shape is not known, pixels. */
const SQUARE = 16;

function addHolders(stage) {
  const { map, drawing, data } = stage;
  map.createPane('holders').classList.add('holders');
  const renderer = L.svg({ pane: 'holders', padding: 0.3 });
  const latlng = ([x, y]) => map.unproject([x + drawing.origin[0], y + drawing.origin[1]], drawing.zoom);
  const line = (packed) => unpack(packed).map(latlng);
  const shown = new Map();

  /** A layer for each place and aspect, made once; what holds of it is the record's, and may be a source's. */
  function begin() {
    for (const one of shown.values()) one.spans = [];
    for (const [place, aspect, spans] of data.held) {
      const key = `${place} ${aspect}`;
      if (!shown.has(key) && data.places[place].at) shown.set(key, layerOf(place, aspect));
      if (shown.has(key)) shown.get(key).spans = spans;
    }
  }

  function layerOf(place, aspect) {
    const house = drawing.bridges[place] ? deck : drawing.footprints[place] ? footprint : square;
    const make = aspect === 'span' ? span : house;
    const { at } = data.places[place];
    return { aspect, spans: [], last: undefined, layer: make(place, at), at, boxed: make === square };
  }

  function footprint(place) {
    const rings = drawing.footprints[place].map(line);
    const shape = (className) =>
      L.polygon(rings, { renderer, className, interactive: false, smoothFactor: 0 }).addTo(map).getElement();
    return painter(shape('holder-edge'), shape('holder'));
  }

  function square(place, at) {
    const [edge, fill] = ['holder-edge', 'holder'].map((className) =>
      svg('rect', { x: 1, y: 1, width: 14, height: 14, class: className }),
    );
    const html = svg('svg', { class: 'holder-square', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, edge, fill);
    L.marker(at, {
      pane: 'holders',
      interactive: false,
      keyboard: false,
      icon: L.divIcon({ className: '', html, iconSize: [SQUARE, SQUARE] }),
    }).addTo(map);
    return painter(edge, fill);
  }

  function deck(place) {
    const ends = line(drawing.bridges[place].deck);
    const stroke = (className) => L.polyline(ends, { renderer, className, interactive: false }).addTo(map).getElement();
    return painter(stroke('deck-edge'), stroke('deck'));
  }

  /** Two leaves across the deck and a gap between them, at the span of 1917 where it is known. */
  function span(place, at) {
    const bridge = drawing.bridges[place] || {};
    const [a, b] = bridge.deck
      ? unpack(bridge.deck).filter((_, i, all) => i === 0 || i === all.length - 1)
      : [
          [0, 0],
          [1, 0],
        ];
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const where = bridge.opening ? latlng(unpack(bridge.opening)[0]) : at;
    const sign = svg(
      'svg',
      { viewBox: '-16 -16 32 32', class: 'span', 'aria-hidden': 'true' },
      svg(
        'g',
        { transform: `rotate(${((angle * 180) / Math.PI).toFixed(1)})` },
        svg('rect', { x: -6, y: -10, width: 12, height: 20, class: 'gap' }),
        svg('path', { d: 'M-6 -12V12M6 -12V12', class: 'leaf-edge' }),
        svg('path', { d: 'M-6 -12V12M6 -12V12', class: 'leaf' }),
      ),
    );
    const marker = L.marker(where, {
      pane: 'holders',
      interactive: false,
      keyboard: false,
      icon: L.divIcon({ className: 'span-icon', html: sign, iconSize: [32, 32] }),
    }).addTo(map);
    return (value) => {
      marker.getElement().dataset.span = value || 'lowered';
    };
  }

  function plate(value) {
    if (!value || value === 'unknown') return 'none';
    return value === 'contested' ? 'contested' : data.sides[value].hatch;
  }

  /** Shows who holds it: by the edge that sets it off and the shape or road itself. */
  function painter(edge, shape) {
    return (value) => {
      const hatch = plate(value);
      edge.dataset.holder = hatch;
      shape.dataset.holder = hatch;
      if (shape.classList.contains('holder'))
        shape.setAttribute('fill', hatch === 'none' ? 'none' : `url(#hatch-${hatch})`);
    };
  }

  /** The squares that are shown, in layer pixels: labels keep clear of them. */
  stage.heldBoxes = () =>
    [...shown.values()]
      .filter(({ boxed, last }) => boxed && plate(last) !== 'none')
      .map(({ at }) => map.latLngToLayerPoint(at))
      .map(({ x, y }) => [x - SQUARE / 2, y - SQUARE / 2, x + SQUARE / 2, y + SQUARE / 2]);

  begin();
  stage.on('record', begin);
  stage.on('minute', () => {
    const now = stage.inEpisode() ? Math.floor(stage.minute) : -Infinity;
    for (const one of shown.values()) {
      const visible = stage.layer(one.aspect === 'span' ? 'bridges' : 'holders');
      const held = visible ? one.spans.find(([first, last]) => first <= now && now <= last) : null;
      const value = held ? held[2] : '';
      if (value === one.last) continue;
      one.last = value;
      one.layer(value);
    }
  });
}
