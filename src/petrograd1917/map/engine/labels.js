// Labels beside marks. The weightiest choose first among two dozen spots; one that finds no free room is left to the list.
// A label keeps its spot as long as its mark says the same, so that nothing jumps when the clock moves.

/** How many events, and how many of those who stand somewhere, may bear a label at once. */
const MOST_LABELS = { events: 8, actors: 6 };
/** How many marks of any kind a room can read. */
const MOST_ON_A_WALL = 8;
const LINE = 1.12;
/** The first spots stand close to the mark, the others further and further off. */
const NEAR_SPOTS = 8;
const LONGEST_LINE = 20;
const FURNITURE =
  '.layers summary, .leaflet-control-zoom, .card:not([hidden]), .pointer, .lens:not([hidden]), .picture-north, .picture-scale';

function labelLayer(stage) {
  const { map } = stage;
  const pane = map.createPane('labels');
  pane.classList.add('labels');
  const pen = document.createElement('canvas').getContext('2d');
  const kept = new Map();
  let origin = null;

  /**
   * Put labels beside marks.
   * @param events `{key, point (layer pixels), half (of the mark), hour, title, form, rank}` of every mark on the map
   * @param actors the same of those who stand still
   */
  function place(events, actors) {
    // spots are layer pixels: a zoom or a leap to another part of the map counts them anew
    if (!origin?.equals(map.getPixelOrigin())) clear();
    origin = map.getPixelOrigin();
    const { small } = stage;
    const view = seenBox();
    const seen = ({ point: { x, y } }) => inside([x, y, x, y], view);
    const wanted = [...events.filter((one) => one.rank >= (small ? 9 : 1)), ...(small ? [] : actors)].filter(seen);
    wanted.sort((a, b) => b.rank - a.rank);
    const boxes = [...events, ...actors].map(({ point: { x, y }, half }) => [x - half, y - half, x + half, y + half]);
    const taken = [...boxes, ...stage.movingBoxes(), ...stage.heldBoxes(), ...letteredBoxes(stage), ...furniture()];
    const used = new Set();
    const left = { ...MOST_LABELS };
    const room = stage.wall ? MOST_ON_A_WALL - stage.namedMovers() : Infinity;
    for (const one of stage.view.labels === 'none' ? [] : wanted) {
      const kind = one.form ? 'events' : 'actors';
      if (left[kind] === 0 || used.size >= room) continue;
      const label = kept.get(one.key) || make(one);
      const fits = (box) => inside(box, view) && free(box, taken);
      const spot = label.spot && fits(label.spot) ? label.spot : label.spots.find(fits);
      if (!spot) continue;
      if (spot !== label.spot) settle(label, spot, one.point);
      taken.push(spot);
      kept.set(one.key, label);
      used.add(one.key);
      if (!label.node.isConnected) pane.append(label.node);
      left[kind] -= 1;
    }
    for (const key of [...kept.keys()].filter((one) => !used.has(one))) drop(key);
  }

  /** Move a label to a spot; on its mark's left it is set flush right, from afar it is tied to the mark by a line. */
  function settle(label, spot, point) {
    label.spot = spot;
    L.DomUtil.setPosition(label.node, L.point(spot[0], spot[1]));
    label.node.style.textAlign = spot[2] <= point.x ? 'right' : spot[0] >= point.x ? 'left' : 'center';
    label.leader?.remove();
    label.leader = label.spots.indexOf(spot) < NEAR_SPOTS ? null : leader(spot, point);
    if (label.leader) label.node.append(label.leader);
  }

  function leader([left, top, right, bottom], { x, y }) {
    const [ex, ey] = [Math.min(Math.max(x, left), right), Math.min(Math.max(y, top), bottom)];
    const d = `M${ex - left} ${ey - top}L${x - left} ${y - top}`;
    return svg('svg', { class: 'tie' }, svg('path', { d }));
  }

  function drop(key) {
    kept.get(key).node.remove();
    kept.delete(key);
  }

  function clear() {
    [...kept.keys()].forEach(drop);
  }

  /** The part of the map that is seen, in layer pixels. */
  function seenBox() {
    const { x, y } = map.containerPointToLayerPoint([0, 0]);
    const size = map.getSize();
    return [x, y, x + size.x, y + size.y - stage.foot];
  }

  /** What lies over the map and is no part of it: buttons and the pointers at its edge, in layer pixels. */
  function furniture() {
    const field = map.getContainer().parentElement;
    const corner = field.getBoundingClientRect();
    return [...field.querySelectorAll(FURNITURE)].map((piece) => {
      const { left, top, width, height } = piece.getBoundingClientRect();
      const { x, y } = map.containerPointToLayerPoint([left - corner.left, top - corner.top]);
      return [x, y, x + width, y + height];
    });
  }

  function make({ point, half, hour, title, form }) {
    const size = stage.tokens.type[stage.wall ? 'projector' : 'laptop'].map_event * stage.magnified;
    const hourSize = size * (stage.wall ? 1 : 0.9);
    const lines = inLines(title);
    const measure = (text, face) => {
      pen.font = `${face} 'PT Serif'`;
      return pen.measureText(text).width;
    };
    const widths = lines.map((line) => measure(line, `bold ${size}px`));
    const wide = Math.max(hour ? measure(hour, `italic ${hourSize}px`) : 0, ...widths) + 4;
    const high = size * LINE * (lines.length + (hour ? 1 : 0)) + 2;
    const node = el(
      'div',
      { class: `label ${form}`, 'aria-hidden': 'true', style: `width:${Math.ceil(wide)}px;font-size:${size}px` },
      hour ? el('i', { style: `font-size:${hourSize}px`, text: hour }) : null,
      ...lines.map((line) => el('b', { text: line })),
    );
    return { node, spot: null, spots: spotsAround(point, half, wide, high) };
  }

  return { place, clear };
}

/** Where a label of a size may stand about a mark, the best spots first. */
function spotsAround({ x, y }, half, wide, high) {
  return [half + 5, half * 2.4 + 5, half * 4.4 + 5].flatMap((d) => {
    const corner = d * 0.75;
    const spots = [
      [x + d, y - high / 2],
      [x - d - wide, y - high / 2],
      [x - wide / 2, y - d - high],
      [x - wide / 2, y + d],
      [x + corner, y - corner - high],
      [x + corner, y + corner],
      [x - corner - wide, y - corner - high],
      [x - corner - wide, y + corner],
    ];
    return spots.map(([left, top]) => [left, top, left + wide, top + high]);
  });
}

/** A title in lines that are not too long. */
function inLines(title, longest = LONGEST_LINE) {
  const lines = [''];
  for (const word of title.split(' ')) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length > longest) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

function inside(box, view) {
  return box[0] >= view[0] && box[1] >= view[1] && box[2] <= view[2] && box[3] <= view[3];
}

function free(box, taken, gap = 3) {
  return !taken.some(
    (other) => box[0] < other[2] + gap && other[0] < box[2] + gap && box[1] < other[3] + gap && other[1] < box[3] + gap,
  );
}
