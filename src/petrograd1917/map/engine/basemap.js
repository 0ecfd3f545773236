// The base map and its lettering, each one canvas: the steps of drawing.py, in their order, in the colours of the hour.

/** Paths of the drawing as Path2D in world pixels, made when first needed. */
class Paths {
  constructor(drawing) {
    this.drawing = drawing;
    this.made = new Map();
    // metres to world pixels at the latitude of the city
    this.metre = 1 / ((40075016.686 * Math.cos((59.94 * Math.PI) / 180)) / 2 ** (drawing.zoom + 8));
  }

  get(name, round) {
    const key = `${name}|${round}`;
    if (!this.made.has(key)) {
      const path = new Path2D();
      const closed = this.drawing.areas.includes(name);
      for (const line of this.drawing.paths[name] || []) trace(path, unpack(line), closed, round * this.metre);
      this.made.set(key, path);
    }
    return this.made.get(key);
  }
}

function unpack(packed) {
  const points = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < packed.length; i += 2) points.push([(x += packed[i]), (y += packed[i + 1])]);
  return points;
}

/** Add a line or ring to a path, its corners rounded by curves that begin at most `reach` from them. */
function trace(path, points, closed, reach) {
  const n = points.length;
  if (!reach || n < 3) {
    points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
    if (closed) path.closePath();
    return;
  }
  const toward = (from, to) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const share = Math.min(reach, 0.48 * length) / length;
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  };
  const first = closed ? 0 : 1;
  const last = closed ? n - 1 : n - 2;
  if (!closed) path.moveTo(...points[0]);
  for (let i = first; i <= last; i += 1) {
    const corner = points[i];
    const start = toward(corner, points[(i - 1 + n) % n]);
    const end = toward(corner, points[(i + 1) % n]);
    if (closed && i === first) path.moveTo(...start);
    else path.lineTo(...start);
    path.quadraticCurveTo(corner[0], corner[1], end[0], end[1]);
  }
  if (closed) path.closePath();
  else path.lineTo(...points[n - 1]);
}

/** A figure given for zooms 12–16, at any zoom between and beyond. */
function atZoom(figures, zoom) {
  const place = Math.min(Math.max(zoom - 12, 0), 4);
  const low = Math.floor(place);
  const high = Math.min(low + 1, 4);
  const figure = figures[low] + (figures[high] - figures[low]) * (place - low);
  return zoom < 12 ? figure * 2 ** ((zoom - 12) / 2) : figure;
}

/** A canvas over the map that is drawn anew when the map rests, and scaled with it while it zooms. */
const CanvasLayer = L.Renderer.extend({
  initialize(stage, paint, options) {
    this.stage = stage;
    this.paint = paint;
    L.Renderer.prototype.initialize.call(this, options);
  },
  _initContainer() {
    this._container = L.DomUtil.create('canvas', 'drawing');
    this._container.setAttribute('aria-hidden', 'true');
    this.context = this._container.getContext('2d');
  },
  _destroyContainer() {
    L.DomUtil.remove(this._container);
    delete this._container;
  },
  _updatePaths() {},
  ratio() {
    return this.stage.ratio || Math.min(window.devicePixelRatio || 1, 2);
  },
  _update() {
    if (this._map._animatingZoom && this._bounds) return;
    L.Renderer.prototype._update.call(this);
    const size = this._bounds.getSize();
    const ratio = this.ratio();
    L.DomUtil.setPosition(this._container, this._bounds.min);
    this._container.width = size.x * ratio;
    this._container.height = size.y * ratio;
    this._container.style.width = `${size.x}px`;
    this._container.style.height = `${size.y}px`;
    this.draw();
  },
  draw() {
    if (!this._map || !this._bounds) return;
    const zoom = this._map.getZoom();
    const ratio = this.ratio();
    const scale = 2 ** (zoom - this.stage.drawing.zoom);
    const corner = this._map.getPixelOrigin().add(this._bounds.min);
    const [x, y] = this.stage.drawing.origin;
    const size = this._bounds.getSize();
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, size.x, size.y);
    this.paint(this.context, {
      zoom,
      scale,
      ratio,
      left: x * scale - corner.x,
      top: y * scale - corner.y,
      width: size.x,
      height: size.y,
    });
  },
});

function addBaseMap(stage) {
  const paths = new Paths(stage.drawing);
  const layer = new CanvasLayer(stage, (context, frame) => paintBase(stage, paths, context, frame), {
    pane: 'tilePane',
    padding: 0.2,
  });
  layer.addTo(stage.map);
  stage.on('light', () => layer.draw());
  stage.map.createPane('lettering').classList.add('lettering');
  const letters = new CanvasLayer(stage, (context, frame) => paintLetters(stage, context, frame), {
    pane: 'lettering',
    padding: 0.2,
  });
  letters.addTo(stage.map);
  stage.on('light settings', () => letters.draw());
}

function colours(stage) {
  return stage.tokens.color[stage.light || 'day'];
}

function paintBase(stage, paths, context, frame) {
  const colour = colours(stage);
  context.fillStyle = colour.land;
  context.fillRect(0, 0, frame.width, frame.height);
  context.lineJoin = 'round';
  for (const step of stage.drawing.steps) {
    if (frame.zoom < step.from_zoom) continue;
    const path = paths.get(step.paths, step.round);
    const { scale, ratio } = frame;
    context.setTransform(
      scale * ratio,
      0,
      0,
      scale * ratio,
      (frame.left + step.shift[0]) * ratio,
      (frame.top + step.shift[1]) * ratio,
    );
    context.globalAlpha = step.opacity;
    if (step.fill) {
      context.fillStyle = colour[step.fill];
      context.fill(path, 'evenodd');
    }
    if (step.texture === 'trees') paintTrees(context, path, colour, frame);
    if (step.texture === 'water_lines' && frame.zoom >= 12)
      paintWaterLines(context, path, paths.get('shore', step.round), colour, frame, stage.drawing.water_lines);
    const width = step.width.length ? atZoom(step.width, frame.zoom) : 0;
    if (step.stroke && width > 0) {
      context.strokeStyle = colour[step.stroke];
      context.lineWidth = width / scale;
      context.setLineDash(step.dash.map((length) => length / scale));
      context.stroke(path);
    }
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** Engraved parallels of the shore: each is a broad stroke with a slightly narrower one of water over it. */
function paintWaterLines(context, water, shore, colour, { scale, zoom }, lines) {
  context.save();
  context.clip(water, 'evenodd');
  context.setLineDash([]);
  const reach = zoom < 13 ? 0.6 : 1;
  for (const [offset, width, opacity] of lines) {
    context.globalAlpha = opacity;
    context.strokeStyle = colour.water_line;
    context.lineWidth = (2 * offset * reach + width) / scale;
    context.stroke(shore);
    context.globalAlpha = 1;
    context.strokeStyle = colour.water;
    context.lineWidth = (2 * offset * reach - width) / scale;
    context.stroke(shore);
  }
  context.restore();
}

function paintTrees(context, park, colour, { ratio, scale }) {
  const tile = document.createElement('canvas');
  const [width, height] = [Math.round(17 * ratio), Math.round(14 * ratio)];
  tile.width = width;
  tile.height = height;
  const pen = tile.getContext('2d');
  pen.fillStyle = colour.park_edge;
  for (const [x, y] of [
    [0.25, 0.25],
    [0.75, 0.75],
  ]) {
    pen.beginPath();
    pen.arc(x * width, y * height, 1.1 * ratio, 0, 7);
    pen.fill();
  }
  const pattern = context.createPattern(tile, 'repeat');
  // the dots stay on their ground while the map is moved: undo the scale, count from the drawing's own corner
  pattern.setTransform(new DOMMatrix([1 / (scale * ratio), 0, 0, 1 / (scale * ratio), 0, 0]));
  context.fillStyle = pattern;
  context.globalAlpha = 0.75;
  context.fill(park, 'evenodd');
  context.globalAlpha = 1;
}
