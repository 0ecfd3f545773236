// The lettering of the map: the names that drawing.py has placed for each zoom, written on a canvas of their own.

function labelScale(stage) {
  return stage.wall ? 'projector' : 'page';
}

/** The zoom whose placed labels serve a fractional one: the next lower, where they had less room. Larger letters need more. */
function labelZoom(stage, zoom) {
  const { zooms } = stage.drawing;
  const roomy = zoom - Math.max(0, Math.log2(stage.magnified));
  return Math.min(Math.max(Math.floor(roomy + 0.01), zooms[0]), zooms[zooms.length - 1]);
}

/** Names as they are placed at a zoom: none where the reader wishes for none. */
function placedNames(stage, zoom) {
  if (stage.view.labels === 'none') return [];
  return lettering(stage).labels[labelScale(stage)][stage.view.lang][labelZoom(stage, zoom)];
}

/** Names and their places: those of 1917, or others as soon as they are here. */
function lettering(stage) {
  return stage.letterings?.[stage.view.names] || stage.drawing;
}

/** The names that have room on the map at this zoom. */
function letteredNames(stage) {
  const { names } = lettering(stage);
  return placedNames(stage, stage.map.getZoom()).map(([index]) => names[index][stage.view.lang === 'ru' ? 2 : 1]);
}

/** Today's names, and the Russian ones as they were spelt in 1917, come with the details, when they are first asked for. */
function addOtherNames(stage) {
  stage.on('settings', async () => {
    if (stage.view.names === '1917' || stage.letterings) return;
    const { letterings } = await stage.details();
    const whole = ({ names, labels }) => ({
      names: stage.drawing.names.map(([style, en, ru, line], i) => [style, ...(names[i] || [en, ru]), line]),
      labels,
    });
    stage.letterings = Object.fromEntries(Object.entries(letterings).map(([key, one]) => [key, whole(one)]));
    stage.tell('settings');
    stage.redraw(true);
  });
}

function letterFont(stage, style, size) {
  const [face] = stage.drawing.styles[style];
  const [family, weight, slant] = stage.drawing.faces[face];
  return `${slant} ${weight} ${size}px '${family}', serif`;
}

function paintLetters(stage, context, frame) {
  if (frame.zoom < 11.5 && stage.view.labels !== 'none') {
    paintRegion(stage, context, frame);
    return;
  }
  const lang = stage.view.lang;
  const zoom = labelZoom(stage, frame.zoom);
  const { magnified } = stage;
  const factor = stage.drawing.scales[labelScale(stage)] * magnified;
  const colour = colours(stage);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  const { names } = lettering(stage);
  for (const [index, ...where] of placedNames(stage, frame.zoom)) {
    const [style, en, ru, packed] = names[index];
    const points = unpack(packed).map(([x, y]) => [x * frame.scale + frame.left, y * frame.scale + frame.top]);
    const text = lang === 'ru' ? ru : en;
    const pen = penFor(stage, context, style, zoom, factor, colour);
    if (where.length === 1) pen.along(text, points, where[0]);
    else
      pen.at(
        text,
        style === 'prime' && lang === 'en' ? ru : '',
        points[0][0] + where[0] * magnified,
        points[0][1] + where[1] * magnified,
      );
  }
}

/** Writes one style at one zoom. */
function penFor(stage, context, styleName, zoom, factor, colour) {
  const [, sizes, ink, halo, haloWidth, tracking, capitals] = stage.drawing.styles[styleName];
  const size = sizes[zoom - stage.drawing.zooms[0]] * factor;
  const write = (text, x, y) => {
    if (halo) {
      context.strokeStyle = colour[halo];
      context.lineWidth = haloWidth * factor;
      context.strokeText(text, x, y);
    }
    context.fillStyle = colour[ink];
    context.fillText(text, x, y);
  };
  return {
    at(text, second, x, y) {
      context.font = letterFont(stage, styleName, size);
      context.letterSpacing = `${tracking * size}px`;
      const under = second ? stage.drawing.styles.prime_ru[1][zoom - stage.drawing.zooms[0]] * factor : 0;
      write(capitals ? text.toUpperCase() : text, x, y - under * 0.55);
      context.letterSpacing = '0px';
      if (under) {
        context.font = letterFont(stage, 'prime_ru', under);
        write(second, x, y + size * 0.55);
      }
    },
    along(text, points, share) {
      context.font = letterFont(stage, styleName, size);
      const widths = [...text].map((letter) => context.measureText(letter).width + tracking * size);
      const wide = widths.reduce((sum, width) => sum + width, 0);
      let path = measured(points);
      let start = Math.max(0, path.length - wide - size * 0.4) * share;
      if (path.at(start + wide)[0] < path.at(start)[0]) {
        path = measured([...points].reverse());
        start = path.length - wide - start;
      }
      const passes = halo ? ['stroke', 'fill'] : ['fill'];
      for (const pass of passes) {
        let done = start;
        [...text].forEach((letter, i) => {
          const [x, y, angle] = path.at(done + widths[i] / 2);
          done += widths[i];
          context.save();
          context.translate(x, y);
          context.rotate(angle);
          if (pass === 'stroke') {
            context.strokeStyle = colour[halo];
            context.lineWidth = haloWidth * factor;
            context.strokeText(letter, 0, 0);
          } else {
            context.fillStyle = colour[ink];
            context.fillText(letter, 0, 0);
          }
          context.restore();
        });
      }
    },
  };
}

/** A line by its length: `at(distance)` is `[x, y, angle]`, the angle evened out over corners. */
function measured(points) {
  const marks = [0];
  for (let i = 1; i < points.length; i += 1)
    marks.push(marks[i - 1] + Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]));
  const length = marks[marks.length - 1];
  const spot = (distance) => {
    const clamped = Math.min(Math.max(distance, 0), length);
    let i = 1;
    while (i < marks.length - 1 && marks[i] < clamped) i += 1;
    const share = (clamped - marks[i - 1]) / (marks[i] - marks[i - 1] || 1);
    return [
      points[i - 1][0] + (points[i][0] - points[i - 1][0]) * share,
      points[i - 1][1] + (points[i][1] - points[i - 1][1]) * share,
    ];
  };
  return {
    length,
    at(distance) {
      const [x, y] = spot(distance);
      const before = spot(distance - 12);
      const after = spot(distance + 12);
      return [x, y, Math.atan2(after[1] - before[1], after[0] - before[0])];
    },
  };
}

/** The boxes of the lettering, in layer pixels: event labels keep clear of it. */
function letteredBoxes(stage) {
  const zoom = stage.map.getZoom();
  if (zoom < 11.5) return [];
  const scale = 2 ** (zoom - stage.drawing.zoom);
  const origin = stage.map.getPixelOrigin();
  const level = labelZoom(stage, zoom);
  const { magnified } = stage;
  const factor = stage.drawing.scales[labelScale(stage)] * magnified;
  const boxes = [];
  const { names } = lettering(stage);
  for (const [index, ...where] of placedNames(stage, zoom)) {
    const [style, en, ru, packed] = names[index];
    const points = unpack(packed).map(([x, y]) => [
      (x + stage.drawing.origin[0]) * scale - origin.x,
      (y + stage.drawing.origin[1]) * scale - origin.y,
    ]);
    const [, sizes, , , , tracking] = stage.drawing.styles[style];
    const size = sizes[level - stage.drawing.zooms[0]] * factor;
    const text = stage.view.lang === 'ru' ? ru : en;
    const half = (text.length * size * (0.52 + tracking)) / 2;
    if (where.length === 1) {
      const path = measured(points);
      const start = Math.max(0, path.length - 2 * half) * where[0];
      for (let done = size / 2; done < 2 * half; done += size) {
        const [x, y] = path.at(start + done);
        boxes.push([x - size / 2, y - size / 2, x + size / 2, y + size / 2]);
      }
      continue;
    }
    const middle = [points[0][0] + where[0] * magnified, points[0][1] + where[1] * magnified];
    const high = style === 'prime' ? size * 1.1 : size * 0.6;
    boxes.push([middle[0] - half, middle[1] - high, middle[0] + half, middle[1] + high]);
  }
  return boxes;
}

/** Far out only the towns around are named, and the city itself; there are few, and they stand apart. */
const TOWN = 13.5;

function paintRegion(stage, context, frame) {
  const colour = colours(stage);
  const size = TOWN * stage.drawing.scales[labelScale(stage)] * stage.magnified;
  context.font = letterFont(stage, 'region', size);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.strokeStyle = colour.halo;
  context.fillStyle = colour.label;
  const taken = [];
  for (const [style, en, ru, packed] of lettering(stage).names) {
    if (style !== 'region') continue;
    const [[x, y]] = unpack(packed).map(([px, py]) => [px * frame.scale + frame.left, py * frame.scale + frame.top]);
    const text = stage.view.lang === 'ru' ? ru : en;
    const box = [x - 4, y - size * 0.6, x + 8 + context.measureText(text).width, y + size * 0.6];
    if (!free(box, taken)) continue;
    taken.push(box);
    context.beginPath();
    context.arc(x, y, 2.6, 0, 7);
    context.fill();
    context.lineWidth = 4;
    context.strokeText(text, x + 7, y);
    context.fillText(text, x + 7, y);
  }
}
