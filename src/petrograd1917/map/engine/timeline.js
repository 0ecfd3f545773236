// The timeline that unfolds above the slider: a lane a side or a part of the city, a bar an event from start to end,
// whiskers to the widest bounds, dashed where no hour is given; night is shaded. It shares clock and selection with the map.

/** The least and the greatest stretch that it shows, in minutes; the greatest is the whole episode. */
const SHORTEST = 60;
const ROW = 15;
const LANE_GAP = 8;
const AXIS = 34;
const HOUR_STEPS = [10, 30, 60, 180, 360, 720];
/** The least room between two hours, and for a day in one calendar or in both, pixels. */
const HOUR_ROOM = 58;
const DAY_ROOM = { short: 60, long: 180 };
const NAMES = { wide: 132, small: 84 };
/** As many of a visitor's own events have a bar each; beyond that one bar tells of all that begin in so many pixels. */
const MOST_OWN = 300;
const COLUMN = 6;

function timelinePanel(stage) {
  const drawing = svg('svg', { class: 'chart' });
  const scroller = el('div', { class: 'chart-scroller', tabindex: '0' }, drawing);
  const tools = el('div', { class: 'chart-tools' });
  const node = el('section', { class: 'unfolded', hidden: true }, tools, scroller);
  const playhead = svg('path', { class: 'playhead' });
  let range = [0, 1];
  /** Id → event and its bar. */
  let drawn = new Map();
  let by = 'side';

  const names = () => (width() < 640 ? NAMES.small : NAMES.wide);
  const across = () => width() - names() - 12;
  const x = (minute) => names() + ((minute - range[0]) / (range[1] - range[0])) * across();
  const minuteAt = (left) => range[0] + ((left - names()) / across()) * (range[1] - range[0]);
  const width = () => Math.max(scroller.clientWidth, 320);

  function whole() {
    range = [stage.episode.from, stage.episode.to];
  }

  /** Zoom by a factor about a minute, within the episode. */
  function zoom(factor, about = stage.minute) {
    const { from, to } = stage.episode;
    const length = Math.min(Math.max((range[1] - range[0]) * factor, SHORTEST), to - from);
    const share = (Math.min(Math.max(about, range[0]), range[1]) - range[0]) / (range[1] - range[0]);
    show(about - share * length, length);
  }

  function show(from, length) {
    const first = Math.min(Math.max(from, stage.episode.from), stage.episode.to - length);
    range = [first, first + length];
    draw();
  }

  /** Lanes in the order of the record, those that hold nothing left out: `{name, side, rows of events}`. */
  function lanes() {
    const ours = stage.data.events.filter((event) => event.episode === stage.episode.id && stage.layer(event.family));
    return [
      ...lanesBy[by]().map(({ name, side, holds }) => ({ name, side, rows: rows(ours.filter(holds)) })),
      { name: stage.word('layer_own'), rows: rows(guests()) },
    ].filter((lane) => lane.rows.length);
  }

  /** A visitor's own events of these hours as bars; `begin` tells how many one stands for. */
  function guests() {
    if (!stage.own || !stage.layer('own')) return [];
    const within = stage.own.within(stage.episode).filter(({ t }) => t[3] >= range[0] && t[0] <= range[1]);
    if (within.length <= MOST_OWN) return within.map((event) => asBar(event, event.title, event.t));
    const columns = new Map();
    for (const event of within) {
      const column = Math.floor(x(Math.max(event.t[1], range[0])) / COLUMN);
      if (columns.has(column)) columns.get(column).push(event);
      else columns.set(column, [event]);
    }
    return [...columns.values()].map((begin) => {
      const [event] = begin;
      const title = begin.length > 1 ? stage.word('own_begin', { n: begin.length }) : event.title;
      return asBar(event, title, [event.t[1], event.t[1], event.t[1], event.t[1]]);
    });
  }

  /** An own event among the record's: its texts are in no language, its id is kept from theirs. */
  const asBar = (event, text, t) => ({
    ...event,
    id: `own|${event.id}`,
    title: { en: text },
    t,
    opens: event,
  });

  const partOf = (event) => (event.place && stage.data.places[event.place].part) || '';
  const lanesBy = {
    side() {
      const sides = Object.entries(stage.data.sides).filter(([, side]) => side.episode === stage.episode.id);
      const lane = (id, name, side) => ({ name, side, holds: (event) => event.side === id });
      return [...sides.map(([id, side]) => lane(id, stage.say(side.name), side)), lane('', stage.word('no_side'))];
    },
    part() {
      const lane = (part, name) => ({ name, holds: (event) => partOf(event) === part });
      return [
        ...stage.data.parts.map((part) => lane(part, stage.word(`part_${part}`))),
        lane('', stage.word('across')),
      ];
    },
  };

  function rows(events) {
    const packed = [];
    for (const event of events) {
      if (event.t[3] < range[0] || event.t[0] > range[1]) continue;
      const left = x(Math.max(event.t[0], range[0]));
      const row = packed.find((one) => one.right < left) || packed[packed.push({ right: 0, events: [] }) - 1];
      row.events.push(event);
      row.right = Math.max(x(Math.min(event.t[3], range[1])), left + 8) + 4;
    }
    return packed.map((row) => row.events);
  }

  function draw() {
    if (node.hidden) return;
    const held = node.contains(document.activeElement) && document.activeElement.dataset.event;
    drawn = new Map();
    const parts = [];
    let y = AXIS;
    for (const lane of lanes()) {
      const top = y;
      for (const row of lane.rows) {
        for (const event of row) {
          const mark = bar(event, y);
          drawn.set(event.id, { event, mark });
          parts.push(mark);
        }
        y += ROW;
      }
      y += LANE_GAP;
      parts.push(...laneName(lane, top, y));
    }
    const high = Math.max(y, scroller.clientHeight);
    drawing.setAttribute('width', width());
    drawing.setAttribute('height', high);
    drawing.replaceChildren(...ground(high), ...parts, playhead);
    playhead.setAttribute('d', `M0 0V${high}`);
    move();
    select();
    drawn.get(held)?.mark.focus();
  }

  /** Night and twilight, midnights with both calendars, hours. */
  function ground(high) {
    const parts = skyBands(stage, ...range).map(([from, to, phase]) =>
      svg('rect', {
        x: x(from),
        y: 0,
        width: x(to) - x(from),
        height: high,
        class: 'shade',
        fill: stage.tokens.sky[phase],
        'fill-opacity': phase === 'day' ? 0.25 : 0.16,
      }),
    );
    const step = HOUR_STEPS.find((minutes) => (across() * minutes) / (range[1] - range[0]) >= HOUR_ROOM) || 1440;
    for (let minute = Math.ceil(range[0] / step) * step; minute <= range[1]; minute += step) {
      const midnight = minute % 1440 === 0;
      parts.push(
        svg('path', { d: `M${x(minute)} ${midnight ? 0 : 16}V${high}`, class: midnight ? 'grid midnight' : 'grid' }),
      );
      if (!midnight)
        parts.push(svg('text', { x: x(minute) + 3, y: 29, class: 'chart-hour', text: clockWords(minute) }));
    }
    for (const day of stage.episode.days) {
      const from = Math.max(day.minute, range[0]);
      const room = x(Math.min(day.minute + 1440, range[1])) - x(from);
      if (room < DAY_ROOM.short) continue;
      const text =
        room < DAY_ROOM.long
          ? dayLines(day, stage.view.lang, stage.view.cal)[0].words
          : dayWords(day, stage.view.lang, stage.view.cal);
      parts.push(svg('text', { x: x(from) + 5, y: 13, class: 'chart-day', text }));
    }
    return parts;
  }

  function laneName({ name, side }, top, bottom) {
    const parts = [
      svg('rect', { x: 0, y: top - LANE_GAP / 2, width: names(), height: bottom - top, class: 'lane-ground' }),
    ];
    parts.push(svg('path', { d: `M0 ${bottom - LANE_GAP / 2}H${width()}`, class: 'grid' }));
    const lines = inLines(name, (names() - (side ? 30 : 10)) / 5.6);
    if (side)
      parts.push(
        svg('use', {
          href: `#plate-${side.plate}`,
          x: 4,
          y: top,
          width: 16,
          height: 16,
          class: `lane-plate ${side.plate}`,
        }),
      );
    lines.forEach((line, i) =>
      parts.push(svg('text', { x: side ? 25 : 6, y: top + 12 + i * 13, class: 'lane-name', text: line })),
    );
    return parts;
  }

  function bar(event, y) {
    const [earliest, start, end, latest] = event.t;
    const within = (minute) => x(Math.min(Math.max(minute, range[0]), range[1]));
    const inferred = event.sure === 'sure_inferred';
    const label = `${stage.say(event.title)}, ${stage.say(event.when)}`;
    const group = svg('g', {
      class: `chart-event ${event.family}${inferred ? ' inferred' : ''} w${event.weight}`,
      role: 'button',
      tabindex: '-1',
      'aria-label': label,
      'data-event': event.id,
    });
    group.append(svg('title', { text: label }));
    const middle = y + ROW / 2 - 1;
    group.append(
      svg('rect', {
        x: within(earliest),
        y,
        width: Math.max(within(latest) - within(earliest), 6),
        height: ROW,
        class: 'reach',
      }),
    );
    if (latest > earliest)
      group.append(
        svg('path', {
          d: `M${within(earliest)} ${middle}H${within(latest)}M${within(earliest)} ${middle - 3}v6M${within(latest)} ${middle - 3}v6`,
          class: 'whisker',
        }),
      );
    group.append(
      svg('rect', {
        x: within(start),
        y: y + 2,
        width: Math.max(within(end) - within(start), 4),
        height: ROW - 6,
        class: 'bar',
      }),
    );
    group.addEventListener('click', () => go(event));
    return group;
  }

  function go(event) {
    stage.pause();
    stage.seek(Math.min(Math.max(event.t[1], stage.episode.from), stage.episode.to));
    if (event.own) stage.own.open(event.opens);
    else stage.select(event.id);
  }

  /** Up and down go from bar to bar, in the order of time; enter chooses one. One bar alone is a stop of the tab key. */
  function onKey(event) {
    const all = [...drawn.keys()];
    const here = document.activeElement.dataset.event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const from = all.indexOf(here ?? tabStop());
      drawn.get(all[Math.min(Math.max(here ? from + step : from, 0), all.length - 1)])?.mark.focus();
    } else if (here && (event.key === 'Enter' || event.key === ' ')) go(drawn.get(here).event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The bar that the tab key reaches: the chosen one, else the first that is not over. */
  function tabStop() {
    const all = [...drawn.keys()];
    return (
      all.find((id) => id === stage.view.event) || all.find((id) => drawn.get(id).event.t[2] >= stage.minute) || all[0]
    );
  }

  function move() {
    if (node.hidden) return;
    const seen = range[0] <= stage.minute && stage.minute <= range[1];
    playhead.style.display = seen ? '' : 'none';
    playhead.setAttribute('transform', `translate(${x(stage.minute)} 0)`);
  }

  function select() {
    const stop = tabStop();
    for (const [id, { mark }] of drawn) {
      mark.classList.toggle('selected', id === stage.view.event);
      mark.setAttribute('tabindex', id === stop ? '0' : '-1');
    }
  }

  /** Keep the clock in sight while it moves on its own. */
  function follow() {
    if (node.hidden || !stage.playing) return move();
    const length = range[1] - range[0];
    if (stage.minute > range[1] - length * 0.1 || stage.minute < range[0]) show(stage.minute - length * 0.2, length);
    return move();
  }

  function dressTools() {
    const tool = (text, word, onclick, attributes = {}) =>
      el('button', {
        type: 'button',
        class: 'tool',
        'aria-label': stage.word(word),
        title: stage.word(word),
        text,
        onclick,
        ...attributes,
      });
    const lanesChoice = Object.keys(lanesBy).map((one) =>
      tool(
        stage.word(`by_${one}`),
        `by_${one}`,
        () => {
          by = one;
          dressTools();
          draw();
        },
        { 'aria-pressed': String(by === one) },
      ),
    );
    tools.replaceChildren(
      el('h2', { text: stage.word('timeline') }),
      el('span', { class: 'chart-key', text: stage.word('timeline_key') }),
      el('div', { class: 'choice', role: 'group', 'aria-label': stage.word('lanes_by') }, ...lanesChoice),
      tool('+', 'zoom_in_time', () => zoom(0.5)),
      tool('−', 'zoom_out_time', () => zoom(2)),
      tool(stage.word('whole'), 'whole', () => {
        whole();
        draw();
      }),
      button(stage.word('close'), 'close', fold, { class: 'tool bare close' }),
    );
    scroller.setAttribute('aria-label', stage.word('timeline'));
  }

  function fold() {
    if (node.hidden) return false;
    node.hidden = true;
    stage.tell('unfold');
    return true;
  }

  stage.timeline = {
    get open() {
      return !node.hidden;
    },
    toggle() {
      if (fold()) return;
      node.hidden = false;
      whole();
      dressTools();
      draw();
      stage.opened(fold);
      stage.tell('unfold');
    },
  };

  scroller.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaY) < Math.abs(event.deltaX)) return;
      if (scroller.scrollHeight > scroller.clientHeight && !event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, minuteAt(event.offsetX));
    },
    { passive: false },
  );
  scroller.addEventListener('keydown', onKey);
  let grabbed = null;
  drawing.addEventListener('pointerdown', (event) => {
    grabbed = { at: event.clientX, from: range[0], moved: false };
  });
  drawing.addEventListener('pointermove', (event) => {
    if (!grabbed) return;
    const shift = ((grabbed.at - event.clientX) / across()) * (range[1] - range[0]);
    if (Math.abs(grabbed.at - event.clientX) < 5 && !grabbed.moved) return;
    grabbed.moved = true;
    show(grabbed.from + shift, range[1] - range[0]);
  });
  window.addEventListener('pointerup', (event) => {
    if (grabbed && !grabbed.moved && !event.target.closest?.('.chart-event') && drawing.contains(event.target)) {
      stage.pause();
      stage.seek(Math.floor(minuteAt(event.clientX - drawing.getBoundingClientRect().left)));
    }
    grabbed = null;
  });
  stage.on('minute', follow);
  stage.on('select', select);
  stage.on('episode', () => {
    whole();
    draw();
  });
  stage.on('settings', () => {
    dressTools();
    draw();
  });
  new ResizeObserver(draw).observe(scroller);
  return node;
}
