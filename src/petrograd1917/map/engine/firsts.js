// With the opening three marks on the map explain themselves where they are: a side, a kind of event, an hour not certain.

/** Pixels between an explanation and the mark that it explains. */
const FROM_MARK = 16;
const FIRSTS_KEEP_OFF =
  '.label, .event, .actor-icon, .explained, .invitation, .strip, .layers, .leaflet-control-zoom, .pointer';

function addFirsts(stage, field) {
  const opening = field.querySelector('.opening');

  function hide() {
    for (const node of field.querySelectorAll('.explained')) node.remove();
  }

  function show() {
    hide();
    if (opening.hidden) return;
    for (const { marks, says } of firsts()) {
      for (const mark of field.querySelectorAll(marks)) if (explain(mark, says(mark))) break;
    }
  }

  function firsts() {
    const family = (mark) => mark.querySelector('.mark').classList[2];
    return [
      { marks: '.event[data-form=hollow]', says: () => stage.word('first_unsure') },
      { marks: '.event[data-form=full]', says: (mark) => stage.word(`first_${family(mark)}`) },
      { marks: '.actor:not(.behind):not(.lost):has(.soviet, .government)', says: sideWords },
    ];
  }

  function sideWords(mark) {
    const plate = ['soviet', 'government'].find((one) => mark.querySelector(`.mark.${one}`));
    const side = Object.values(stage.data.sides).find((one) => one.plate === plate && one.episode === stage.episode.id);
    return stage.word('first_side', { plate: stage.word(`plate_${plate}`), side: stage.say(side.name) });
  }

  /** Put the words where there is room beside the mark; false if there is none. */
  function explain(mark, words) {
    const corner = field.getBoundingClientRect();
    const box = (node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return [left - corner.left, top - corner.top, right - corner.left, bottom - corner.top];
    };
    const [left, top, right, bottom] = box(mark.querySelector('.mark'));
    const view = [6, 6, corner.width - 6, corner.height - 6];
    if (!inside([left, top, right, bottom], view) || !free([left, top, right, bottom], [box(opening)], 0)) return false;
    const node = el('p', { class: 'explained', text: words });
    const taken = [...field.querySelectorAll(FIRSTS_KEEP_OFF)].filter((one) => one.checkVisibility()).map(box);
    field.append(node);
    const { offsetWidth: wide, offsetHeight: high } = node;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const spots = spotsAround({ x, y }, (bottom - top) / 2 + FROM_MARK, wide, high);
    const spot = spots.find((one) => inside(one, view) && free(one, taken));
    if (!spot) {
      node.remove();
      return false;
    }
    node.style.left = `${spot[0]}px`;
    node.style.top = `${spot[1]}px`;
    const [ex, ey] = [Math.min(Math.max(x, spot[0]), spot[2]), Math.min(Math.max(y, spot[1]), spot[3])];
    const line = svg('path', { d: `M${ex - spot[0]} ${ey - spot[1]}L${x - spot[0]} ${y - spot[1]}` });
    node.append(svg('svg', { class: 'tie', 'aria-hidden': 'true' }, line));
    return true;
  }

  new MutationObserver(show).observe(opening, { attributes: true, attributeFilter: ['hidden'] });
  stage.on('settings', show);
  stage.map.on('moveend', show);
  show();
}
