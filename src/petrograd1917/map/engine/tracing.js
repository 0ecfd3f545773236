// Tracing: what the browser has drawn of an element, drawn once more on a canvas. It knows boxes with plain grounds and
// borders, lines of text, SVG shapes with plain colours and hatches, and canvases: all that the stage is made of.

/** How finely a hatch is drawn before it is repeated. */
const HATCH_FINENESS = 4;

/** A canvas with all that is seen of an element, `ratio` pixels to a CSS pixel. */
function traced(root, ratio) {
  const { left, top, width, height } = root.getBoundingClientRect();
  const canvas = el('canvas', { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const pen = canvas.getContext('2d');
  pen.scale(ratio, ratio);
  pen.translate(-left, -top);
  traceElement(pen, root);
  return canvas;
}

function traceElement(pen, node) {
  const style = getComputedStyle(node);
  if (style.display === 'none' || style.visibility === 'hidden') return;
  const { left, top, width, height } = node.getBoundingClientRect();
  pen.save();
  pen.globalAlpha *= Number(style.opacity);
  if (node instanceof SVGSVGElement) {
    pen.translate(left, top);
    for (const shape of node.children) traceShape(pen, shape);
  } else if (node instanceof HTMLCanvasElement) {
    pen.drawImage(node, left, top, width, height);
  } else {
    traceBox(pen, { left, top, width, height }, style);
    if (style.overflow === 'hidden') {
      pen.beginPath();
      pen.rect(left, top, width, height);
      pen.clip();
    }
    for (const child of bottomUp(node))
      if (child instanceof Text) traceText(pen, child, style);
      else traceElement(pen, child);
  }
  pen.restore();
}

/** Texts and elements in an element, those that lie below first. */
function bottomUp(node) {
  const height = (child) => (child instanceof Element && Number.parseInt(getComputedStyle(child).zIndex, 10)) || 0;
  return [...node.childNodes]
    .filter((child) => child instanceof Element || child instanceof Text)
    .map((child) => [height(child), child])
    .sort(([a], [b]) => a - b)
    .map(([, child]) => child);
}

function traceBox(pen, { left, top, width, height }, style) {
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(left, top, width, height);
  const border = (side) =>
    style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]);
  const edge = (side, x, y, wide, high) => {
    pen.fillStyle = style[`border${side}Color`];
    pen.fillRect(x, y, wide, high);
  };
  edge('Top', left, top, width, border('Top'));
  edge('Bottom', left, top + height - border('Bottom'), width, border('Bottom'));
  edge('Left', left, top, border('Left'), height);
  edge('Right', left + width - border('Right'), top, border('Right'), height);
}

/** A text where its words stand, which may be on several lines; a halo lies below all of them. */
function traceText(pen, text, style) {
  const range = document.createRange();
  takeFont(pen, style);
  const words = [...text.data.matchAll(/[^\s–—-]+[–—-]?|[–—-]/g)].flatMap(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const [box] = range.getClientRects();
    if (!box) return [];
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(word);
    const shown = style.textTransform === 'uppercase' ? word.toUpperCase() : word;
    return [[shown, box.left, box.top + (box.height - up - down) / 2 + up]];
  });
  const halo = Number.parseFloat(style.webkitTextStrokeWidth);
  if (halo) {
    pen.strokeStyle = style.webkitTextStrokeColor;
    pen.lineWidth = halo;
    pen.lineJoin = 'round';
    for (const word of words) pen.strokeText(...word);
  }
  pen.fillStyle = style.color;
  for (const word of words) pen.fillText(...word);
}

function takeFont(pen, style) {
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
}

function traceShape(pen, node) {
  const style = getComputedStyle(node);
  if (style.display === 'none' || !(node instanceof SVGGraphicsElement)) return;
  pen.save();
  pen.globalAlpha *= Number(style.opacity);
  if (node instanceof SVGGElement) {
    for (const shape of node.children) traceShape(pen, shape);
  } else if (!(node instanceof SVGDefsElement)) {
    const { a, b, c, d, e, f } = node.getCTM();
    pen.transform(a, b, c, d, e, f);
    if (node instanceof SVGUseElement) traceSymbol(pen, node, style);
    else if (node instanceof SVGTextElement) traceLetters(pen, node, style);
    else tracePath(pen, outlineOf(node), style);
  }
  pen.restore();
}

function traceLetters(pen, node, style) {
  takeFont(pen, style);
  pen.textAlign = { start: 'left', middle: 'center', end: 'right' }[style.textAnchor];
  pen.fillStyle = style.fill;
  pen.fillText(node.textContent, Number(node.getAttribute('x')), Number(node.getAttribute('y')));
}

/** A symbol of the sprite where it is used: it fills the width given, or the whole drawing. */
function traceSymbol(pen, use, style) {
  const symbol = document.querySelector(use.getAttribute('href'));
  const { x, y, width, height } = symbol.viewBox.baseVal;
  const whole = use.ownerSVGElement.viewBox.baseVal;
  pen.translate(use.x.baseVal.value, use.y.baseVal.value);
  pen.scale((use.width.baseVal.value || whole.width) / width, (use.height.baseVal.value || whole.height) / height);
  pen.translate(-x, -y);
  for (const shape of symbol.querySelectorAll('path')) {
    const fill = shape.getAttribute('fill') === 'currentColor' ? style.color : style.fill;
    tracePath(pen, outlineOf(shape), style, fill, shape.getAttribute('fill-rule') || 'nonzero');
  }
}

/** The outline of a basic shape. */
function outlineOf(node) {
  if (node instanceof SVGPathElement) return new Path2D(node.getAttribute('d'));
  const path = new Path2D();
  const at = (name) => node[name].baseVal.value;
  if (node instanceof SVGRectElement) path.rect(at('x'), at('y'), at('width'), at('height'));
  if (node instanceof SVGCircleElement) path.arc(at('cx'), at('cy'), at('r'), 0, 2 * Math.PI);
  return path;
}

function tracePath(pen, path, style, fill = style.fill, rule = style.fillRule) {
  const opacity = pen.globalAlpha;
  if (fill !== 'none') {
    pen.globalAlpha = opacity * Number(style.fillOpacity);
    pen.fillStyle = fill.startsWith('url') ? hatchOf(pen, fill) : fill;
    pen.fill(path, rule);
  }
  if (style.stroke !== 'none') {
    pen.globalAlpha = opacity * Number(style.strokeOpacity);
    pen.strokeStyle = style.stroke;
    pen.lineWidth = Number.parseFloat(style.strokeWidth);
    pen.lineCap = style.strokeLinecap;
    pen.lineJoin = style.strokeLinejoin;
    pen.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map(Number.parseFloat));
    pen.stroke(path);
  }
}

/** A pattern of the sprite, named as CSS names it. */
function hatchOf(pen, named) {
  const pattern = document.querySelector(/#[\w-]+/.exec(named)[0]);
  const [width, height] = [pattern.width.baseVal.value, pattern.height.baseVal.value];
  const tile = el('canvas', { width: width * HATCH_FINENESS, height: height * HATCH_FINENESS });
  const tilePen = tile.getContext('2d');
  tilePen.scale(HATCH_FINENESS, HATCH_FINENESS);
  for (const shape of pattern.children) tracePath(tilePen, outlineOf(shape), getComputedStyle(shape));
  const repeated = pen.createPattern(tile, 'repeat');
  const turned = new DOMMatrix(pattern.getAttribute('patternTransform')?.replace(/(-?[\d.]+)\)/, '$1deg)') ?? '');
  repeated.setTransform(turned.scale(1 / HATCH_FINENESS));
  return repeated;
}
