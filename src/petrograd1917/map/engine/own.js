// A visitor's own events: a layer of their own over the record's. Up to some hundred are marks, more are dots on one
// canvas. They lie in columns ordered by their beginning, so that a moment finds its own among tens of thousands.

(() => {
  'use strict';

  /** From how many at once on they are dots. */
  const MOST_MARKS = 400;
  /** How many are listed at a time, in the panel and where they share a mark. */
  const LISTED = 40;
  /** How many titles stand beside marks, and milliseconds that the list may lag behind the map. */
  const MOST_TITLES = 30;
  const LIST_DELAY = 80;
  /** How far down the tip of a mark is, as a share of its height. */
  const TIP = 0.91;
  const DOT = { page: 5, wall: 8 };
  /** Forms by number, as a column holds them. */
  const FORMS = ['', 'full', 'hollow', 'past'];

  window.petrogradOwn = (stage, { words, events }, parts) => {
    const { el, eventMark, gathered, markSize } = parts;
    const { episodes, shown } = stage.data;
    events.forEach((event) => {
      const { earliest, start, end, latest } = event;
      Object.assign(event, { own: true, family: 'own', symbol: 'own', weight: 0, t: [earliest, start, end, latest] });
    });
    const first = Float64Array.from(events, (event) => event.earliest);
    const last = Float64Array.from(events, (event) => event.latest + shown.justPast);

    // ---- which are shown

    /** How many begin at or before a minute: they are in order. */
    function begun(minute) {
      let low = 0;
      let high = first.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (first[middle] <= minute) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    /** Numbers of the events of a stage's moment, and their forms beside them. */
    function now(on) {
      const numbers = [];
      const forms = [];
      if (!on.layer('own') || !on.inEpisode()) return { numbers, forms };
      const minute = Math.floor(on.minute);
      const past = on.layer('past');
      for (let i = 0, end = begun(minute); i < end; i += 1) {
        if (last[i] < minute) continue;
        const form = FORMS.indexOf(parts.formOf(events[i].t, minute, shown.justPast));
        if (form === 3 && !past) continue;
        numbers.push(i);
        forms.push(form);
      }
      return { numbers, forms };
    }

    const same = (a, b) =>
      a.numbers.length === b.numbers.length &&
      a.numbers.every((number, i) => number === b.numbers[i] && a.forms[i] === b.forms[i]);

    const own = {
      words,
      events,
      shown: { numbers: [], forms: [] },
      /** Those that an episode's days see. */
      within: (episode) => events.filter((event) => event.earliest <= episode.to && event.latest >= episode.from),
      drawOn: (still) => draw(still),
      open,
    };
    stage.own = own;

    // ---- on the map

    /** Draw them on a stage's map; `update()` puts there what its moment shows. */
    function draw(on) {
      const { map } = on;
      const pane = map.getPane('own') || map.createPane('own');
      pane.classList.add('own');
      const [left, top] = on.drawing.origin;
      const spots = events.map(({ lat, lon }) => {
        if (lat === null) return null;
        const { x, y } = map.project([lat, lon], on.drawing.zoom);
        return [x - left, y - top];
      });
      const marks = [];
      let placed = [];
      let seen = { numbers: [], forms: [] };

      const dotted = () => placed.length > MOST_MARKS;
      const reach = () => Math.round(DOT[on.wall ? 'wall' : 'page'] * on.magnified);
      const canvas = new parts.CanvasLayer(on, paint, { pane: 'own', padding: 0.1 }).addTo(map);

      function update() {
        seen = now(on);
        placed = seen.numbers.map((number, i) => [number, seen.forms[i]]).filter(([number]) => spots[number]);
        settleMarks(dotted() ? [] : stacks());
        canvas.draw();
        return seen;
      }

      /** Those at one point share a mark, the surest on top. */
      function stacks() {
        const found = new Map();
        for (const [number, form] of placed) {
          const { lat, lon } = events[number];
          const key = `${lat},${lon}`;
          if (!found.has(key)) found.set(key, { at: [lat, lon], form, numbers: [] });
          const stack = found.get(key);
          if (form < stack.form) stack.numbers.unshift(number);
          else stack.numbers.push(number);
          stack.form = Math.min(stack.form, form);
        }
        return [...found.values()];
      }

      /** Marks stay on the map and change what they stand for: making some is dearer than moving many. */
      function settleMarks(wanted) {
        while (marks.length > wanted.length) marks.pop().marker.remove();
        wanted.forEach((stack, i) => {
          const count = stack.numbers.length;
          const look = `${FORMS[stack.form]} ${count}`;
          const mark = (marks[i] ||= { marker: newMarker(stack), look: '' });
          mark.stack = stack;
          mark.marker.setLatLng(stack.at);
          const node = mark.marker.getElement();
          if (mark.look !== look) {
            mark.look = look;
            node.firstChild.replaceChildren(eventMark(events[stack.numbers[0]], FORMS[stack.form], count));
          }
          const says = count > 1 ? on.word('own_here', { n: count }) : events[stack.numbers[0]].title;
          node.setAttribute('aria-label', says);
          node.title = says;
        });
      }

      const size = () => markSize(on);

      function newMarker(stack) {
        const html = el('div', { class: 'event-icon' });
        const icon = L.divIcon({
          className: 'event own',
          html,
          iconSize: [size(), size()],
          iconAnchor: [size() / 2, size() * TIP],
        });
        const marker = L.marker(stack.at, { icon, keyboard: true, zIndexOffset: 300 }).addTo(map);
        const pressed = () => openAll(marks.find((mark) => mark.marker === marker).stack.numbers);
        marker.on('click', pressed).on('keypress', ({ originalEvent }) => originalEvent.key === 'Enter' && pressed());
        return marker;
      }

      function paint(context, frame) {
        if (dotted()) paintDots(context, frame);
        else paintRings(context, frame);
      }

      function paintDots(context, { scale, ratio, left: x0, top: y0, width, height }) {
        const half = reach() + 2;
        const pictures = FORMS.map((form) => form && dot(form, reach(), ratio));
        for (const [number, form] of placed) {
          const [x, y] = spots[number];
          const [dx, dy] = [x * scale + x0, y * scale + y0];
          if (dx < -half || dy < -half || dx > width + half || dy > height + half) continue;
          // on whole pixels: then the picture is copied, not resampled
          const [px, py] = [Math.round((dx - half) * ratio) / ratio, Math.round((dy - half) * ratio) / ratio];
          context.drawImage(pictures[form], px, py, 2 * half, 2 * half);
        }
      }

      /** One dot as a picture: stamped many times it costs less than many circles. */
      function dot(form, radius, ratio) {
        const size = 2 * (radius + 2);
        const picture = el('canvas', { width: Math.ceil(size * ratio), height: Math.ceil(size * ratio) });
        const pen = picture.getContext('2d');
        const colour = parts.colours(on);
        pen.scale(ratio, ratio);
        pen.globalAlpha = form === 'past' ? 0.5 : 1;
        pen.beginPath();
        pen.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
        pen.fillStyle = on.tokens.color.day.panel;
        pen.fill();
        pen.lineWidth = 1.5;
        pen.strokeStyle = colour.keyline;
        pen.stroke();
        if (form === 'hollow') return picture;
        pen.beginPath();
        pen.arc(size / 2, size / 2, radius * 0.45, 0, 2 * Math.PI);
        pen.fillStyle = on.tokens.color.day.ink;
        pen.fill();
        return picture;
      }

      /** Where a position may be far off: how far. */
      function paintRings(context, { scale, zoom, left: x0, top: y0 }) {
        context.strokeStyle = parts.colours(on).label;
        context.setLineDash([2, 5]);
        for (const [number] of placed) {
          const { error_m: metres, lat } = events[number];
          if (!(metres > shown.farOff)) continue;
          const radius = (metres * 2 ** (zoom + 8)) / (40075016.686 * Math.cos((lat * Math.PI) / 180));
          context.beginPath();
          context.arc(spots[number][0] * scale + x0, spots[number][1] * scale + y0, radius, 0, 2 * Math.PI);
          context.stroke();
        }
        context.setLineDash([]);
      }

      /** Numbers of the dots under a point of the map, the topmost first. */
      function hit(latlng) {
        if (!dotted()) return [];
        const { x, y } = map.project(latlng, on.drawing.zoom);
        const near = (reach() + 2) / 2 ** (map.getZoom() - on.drawing.zoom);
        return placed
          .map(([number]) => number)
          .filter((number) => Math.hypot(spots[number][0] - x + left, spots[number][1] - y + top) <= near)
          .reverse();
      }

      /** Titles beside some marks, as labels.js wants them. */
      function titles() {
        return marks.slice(0, MOST_TITLES).map(({ stack }) => ({
          key: `own|${stack.numbers[0]}|${stack.form}|${stack.numbers.length}`,
          point: map.latLngToLayerPoint(stack.at).subtract([0, size() * (TIP - 0.5)]),
          half: size() / 2,
          hour: '',
          title:
            stack.numbers.length > 1
              ? on.word('own_here', { n: stack.numbers.length })
              : events[stack.numbers[0]].title,
          form: FORMS[stack.form],
          rank: stack.form === 3 ? 0 : 1.2,
        }));
      }

      on.ownLabels = titles;
      on.on('light', () => canvas.draw());
      /** The marks' size depends on the mode: they are made again. */
      function anew() {
        for (const { marker } of marks.splice(0)) marker.remove();
      }

      return { update, hit, anew };
    }

    function openAll(numbers) {
      if (numbers.length === 1) open(events[numbers[0]]);
      else
        stage.openCard(
          [events[numbers[0]].lat, events[numbers[0]].lon],
          stage.word('own_here', { n: numbers.length }),
          el('h2', { text: stage.word('own_here', { n: numbers.length }) }),
          ...pagesOf(numbers),
        );
    }

    // ---- card and list

    function open(event) {
      const rows = ['place', 'category', 'source'].filter((key) => event[key]);
      stage.openCard(
        event.lat === null ? null : [event.lat, event.lon],
        event.title,
        el(
          'div',
          { 'data-own': event.id },
          el(
            'header',
            {},
            eventMark(event, 'full'),
            el('div', {}, el('h2', { text: event.title }), el('p', { class: 'sub', text: stage.word('own_note') })),
          ),
          el('p', { class: 'hour', text: stage.say(event.when) }),
        ),
        el('p', { class: 'summary', text: event.description }),
        el(
          'dl',
          {},
          ...rows.flatMap((key) => [
            el('dt', {}, el('small', { text: stage.word(`own_${key}`) })),
            el('dd', { text: event[key] }),
          ]),
        ),
      );
    }

    function row(number, form) {
      const event = events[number];
      const where = event.place || (event.lat === null ? stage.word('own_unplaced') : '');
      return el(
        'li',
        { class: FORMS[form], 'data-own': event.id },
        el(
          'button',
          { type: 'button', onclick: () => open(event) },
          eventMark(event, FORMS[form]),
          el(
            'span',
            { class: 'words' },
            el('b', { text: event.title }),
            el('span', { class: 'when', text: stage.say(event.when) }),
            ' ',
            where ? el('span', { class: 'where', text: where }) : null,
          ),
        ),
      );
    }

    /** A list of events of which some are shown at first, and more when asked for. */
    function pagesOf(numbers, formAt = () => 1) {
      const list = el('ol', { class: 'now own' });
      const more = el('button', { type: 'button', class: 'plain', onclick: turn });
      function turn() {
        const from = list.childElementCount;
        list.append(...numbers.slice(from, from + LISTED).map((number, i) => row(number, formAt(from + i))));
        const left = numbers.length - list.childElementCount;
        more.hidden = left <= 0;
        more.textContent = stage.word('own_more', { n: Math.min(left, LISTED) });
        if (from) list.children[from].firstChild.focus();
      }
      turn();
      return [list, more];
    }

    const counts = new Map(episodes.map((episode) => [episode, own.within(episode).length]));
    const told = [...counts.values()].reduce((sum, count) => sum + count);
    const section = el('section', { class: 'own-list' });
    let listed = '';

    function fillList() {
      const { numbers, forms } = own.shown;
      const key = `${numbers}|${forms}|${stage.view.lang}|${stage.layer('own')}`;
      if (key === listed) return;
      listed = key;
      section.hidden = !stage.layer('own');
      section.replaceChildren(
        el(
          'div',
          { class: 'heading' },
          el('h2', { text: stage.word('layer_own') }),
          el('span', {
            class: 'count',
            text: stage.word('now_count', { n: numbers.length, all: counts.get(stage.episode) }),
          }),
        ),
        ...(numbers.length
          ? pagesOf(numbers, (i) => forms[i])
          : [el('p', { class: 'nothing', text: stage.word('own_none') })]),
        told < events.length
          ? el('p', {
              class: 'small',
              text: stage.word('own_outside', { n: events.length - told, all: events.length }),
            })
          : '',
      );
    }

    // ---- with the stage

    const drawn = draw(stage);
    const list = gathered(fillList, LIST_DELAY);

    function update(force) {
      const found = now(stage);
      if (!force && same(found, own.shown)) return;
      own.shown = found;
      drawn.update();
      stage.tell('own');
      list();
    }

    stage.on('minute', () => update(false));
    stage.on('settings', drawn.anew);
    stage.on('settings episode', () => update(true));
    stage.map.on('click', ({ latlng }) => {
      const numbers = drawn.hit(latlng);
      if (numbers.length) openAll(numbers);
    });
    stage.map.on('mousemove', ({ latlng }) => {
      stage.map.getContainer().classList.toggle('over-own', drawn.hit(latlng).length > 0);
    });
    document.querySelector('.list .sides').before(section);
    stage.tell('settings');
    update(true);
  };
})();
