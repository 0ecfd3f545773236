// Beyond the edge: what happens outside the part of the city that is seen, as a pointer at the map's edge.

/** How many pointers there are at most, and how far from the edge they keep, in pixels. */
const MOST_POINTERS = 4;
const EDGE = { left: 8, top: 76, right: 8 };
/** Width and height of a pointer, pixels. */
const POINTER = { page: [190, 34], wall: [330, 60] };

function edgePointers(stage, area) {
  const { map, data } = stage;
  const node = el('div', { class: 'edges', role: 'group' });
  area.append(node);
  let signature = '';

  function pointerSize() {
    const [width, height] = stage.wall ? POINTER.wall : POINTER.page;
    return { width: Math.round(width * stage.magnified), height: Math.round(height * stage.magnified) };
  }

  /** What is out of sight: who is under way, what surely happens, and what a class must not miss. */
  function beyond() {
    const bounds = map.getBounds();
    const events = stage
      .present()
      .filter(([event, form]) => (form === 'full' || event.weight === 3) && stage.layer(event.family))
      .filter(([event]) => event.place && data.places[event.place].at)
      .map(([event, form]) => ({
        at: data.places[data.places[event.place].mark].at,
        title: stage.say(event.title),
        event,
        form,
      }));
    const travellers = stage.travellers().map(({ actor, at, event }) => ({
      at,
      title: stage.say(actor.name),
      actor,
      event: stage.byId.get(event),
      form: 'full',
    }));
    const out = [...travellers, ...events].filter(({ at }) => !bounds.contains(at));
    const rank = ({ actor, event, form }) => (actor ? 2.6 : event.weight) + (form === 'full' ? 0.5 : 0);
    const places = new Set();
    const once = ({ at }) => !places.has(at.join()) && places.add(at.join());
    return out
      .sort((a, b) => rank(b) - rank(a))
      .filter(once)
      .slice(0, MOST_POINTERS);
  }

  function update() {
    const size = map.getSize();
    const own = pointerSize();
    const found = size.x < 600 ? [] : beyond().map((one) => ({ ...one, ...own, ...toEdge(one.at, size, own) }));
    spread(found, size, own);
    const next =
      found
        .map((one) => [one.title, one.form, Math.round(one.left), Math.round(one.top), one.angle.toFixed(1)])
        .join() + stage.view.lang;
    if (next === signature) return;
    signature = next;
    node.setAttribute('aria-label', stage.word('beyond'));
    node.replaceChildren(...found.map(pointer));
    stage.tell('edges');
  }

  /** Where the line from the middle of the map to a point leaves it. */
  function toEdge(at, size, { width, height }) {
    const point = map.latLngToContainerPoint(at);
    const middle = size.divideBy(2);
    const [dx, dy] = [point.x - middle.x, point.y - middle.y];
    const share = Math.min(size.x / 2 / Math.abs(dx || 1e-9), size.y / 2 / Math.abs(dy || 1e-9));
    const [x, y] = [middle.x + dx * share, middle.y + dy * share];
    const side = x <= 1 ? 'left' : x >= size.x - 1 ? 'right' : y <= 1 ? 'top' : 'bottom';
    const left = Math.min(Math.max(x - width / 2, EDGE.left), size.x - width - EDGE.right);
    const top = Math.min(Math.max(y - height / 2, EDGE.top), size.y - height - stage.foot);
    return { left, top, side, angle: Math.atan2(dy, dx) };
  }

  /** Pointers of one side stand under each other. */
  function spread(found, size, { width, height }) {
    const placed = [];
    for (const one of found) {
      const down = one.top < size.y / 2 ? 1 : -1;
      while (
        placed.some((other) => Math.abs(other.top - one.top) < height + 4 && Math.abs(other.left - one.left) < width)
      ) {
        one.top += down * (height + 4);
      }
      placed.push(one);
    }
  }

  function pointer({ title, actor, event, form, left, top, width, height, side, angle, at }) {
    const mark = actor ? icon(actor.symbol, 'mark') : eventMark(event, form);
    const arrow = svg(
      'svg',
      { class: 'arrow', viewBox: '-8 -8 16 16', 'aria-hidden': 'true' },
      svg('path', { d: 'M-7 -5L8 0L-7 5L-4 0Z', transform: `rotate(${((angle * 180) / Math.PI).toFixed(0)})` }),
    );
    const go = () => {
      if (event) stage.select(event.id);
      map.setView(at, Math.min(map.getZoom(), 13.5), { animate: false });
    };
    const parts = side === 'left' ? [arrow, mark] : [mark];
    return el(
      'button',
      {
        type: 'button',
        class: `pointer ${side} ${form}`,
        style: `left:${left}px;top:${top}px;width:${width}px;height:${height}px`,
        title,
        'aria-label': stage.word('beyond_one', { title }),
        onclick: go,
      },
      ...parts,
      el('span', { text: title }),
      side === 'left' ? null : arrow,
    );
  }

  stage.on('scene settings actors', update);
  map.on('moveend', update);
  stage.on('minute', gathered(update, LIST_DELAY));
}
