// Elements. Text only ever becomes text: nothing here parses markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes (`text` is its text, `on…` its listeners, null leaves one out) and children. */
function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'text') node.textContent = value;
    else if (key === 'style')
      node.style.cssText = value; // an attribute would need a policy that allows any
    else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

/** A symbol of the sprite as an icon that says nothing of its own to a screen reader. */
function icon(name, className = 'icon') {
  return svg(
    'svg',
    { class: className, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('use', { href: `#s-${name}` }),
  );
}

function button(label, symbol, onclick, attributes = {}) {
  return el('button', { type: 'button', 'aria-label': label, title: label, onclick, ...attributes }, icon(symbol));
}

/** The mark of an event: plate and glyph; `form` is full, hollow or past. */
function eventMark(event, form, count = 1) {
  const family = event.family;
  const node = svg('svg', {
    class: `mark ${form} ${family}`,
    viewBox: '-3 -3 38 38',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  const plate = (className, dx, dy) =>
    svg('use', { href: `#plate-${family}`, x: dx - 1, y: dy - 1, width: 34, height: 34, class: className });
  if (count > 1) node.append(plate('plate behind', 2.5, -2.5));
  node.append(plate('halo', 0, 0), plate('plate', 0, 0));
  node.append(svg('use', { href: `#s-${event.symbol}`, x: 5.5, y: 5.5, width: 21, height: 21, class: 'glyph' }));
  if (count > 1) {
    node.append(svg('circle', { cx: 28, cy: 4, r: 7.6, class: 'count' }));
    node.append(svg('text', { x: 28, y: 7.6, class: 'count-text', text: String(count) }));
  }
  return node;
}

/** The mark of an actor: the plate of its side and the glyph of what it is. */
function actorMark(actor, plateName, letter) {
  const node = svg('svg', {
    class: `mark actor ${plateName}`,
    viewBox: '-3 -3 38 38',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  for (const className of ['halo', 'plate'])
    node.append(svg('use', { href: `#plate-${plateName}`, x: -1, y: -1, width: 34, height: 34, class: className }));
  node.append(svg('use', { href: `#s-${actor.symbol}`, x: 6, y: 6, width: 20, height: 20, class: 'glyph' }));
  if (plateName === 'third') node.append(svg('text', { x: 25, y: 12, class: 'letter', text: letter }));
  return node;
}
