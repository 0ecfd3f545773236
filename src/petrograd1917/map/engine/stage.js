// The stage: what is seen now, and who wants to know when it changes. It holds no history: it compares minutes with the
// keyframes that Python made (scene.py) and interpolates between waypoints.

/** Width and height of the map, in pixels, for which named moments and chapters are written: a laptop's. */
const WRITTEN_FOR = [1020, 580];
/** The height of a wall, in pixels, for which the sizes of the design are given. */
const WALL = 1080;
/** The foot of the map, where the strip across the city and the attribution lie: pixels, and on a wall a share of its height. */
const FOOT = { page: 58, wall: 0.12 };
/** What a deep room needs. */
const LARGER = 1.3;

class Stage {
  constructor(map, data, drawing, tokens) {
    this.map = map;
    this.data = data;
    this.drawing = drawing;
    this.tokens = tokens;
    this.listeners = {};
    this.byId = new Map(data.events.map((event) => [event.id, event]));
    for (const event of data.events) {
      const { family, symbol } = tokens.kind[event.kind];
      Object.assign(event, { family, symbol: symbol.slice(2) });
    }
    this.codec = new ViewCodec(data.view, data.episodes, {
      event: this.byId,
      source: new Set(data.sourceIds),
    });
    this.view = this.codec.opening();
    this.minute = readMoment(this.view.at);
    this.episode = data.episodes.find((episode) => episode.id === this.view.episode);
    this.forms = new Map();
    this.playing = false;
    this.closers = [];
    /** Pixels to a CSS pixel on a sheet of its own; 0 on the screen, which knows its own. */
    this.ratio = 0;
  }

  /** Whether there is no more room than a phone has. */
  get small() {
    return !this.ratio && window.innerWidth <= 640;
  }

  /** Whether it is looked at from across a room: a projector's wall, a museum's. */
  get wall() {
    return !this.ratio && this.view.mode !== 'page';
  }

  /** How much larger than they were designed marks and letters are: on a wall with the window, and as the reader wishes. */
  get magnified() {
    const wall = this.wall ? Math.min(window.innerWidth, window.innerHeight) / WALL : 1;
    return wall * (this.view.labels === 'large' ? LARGER : 1);
  }

  /** Height of the map's foot, which marks and labels leave free, pixels. */
  get foot() {
    if (this.ratio) return 0;
    return this.wall ? Math.round(FOOT.wall * Math.min(window.innerWidth, window.innerHeight)) : FOOT.page;
  }

  /** Whether the reader wants no motion. */
  get calm() {
    return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Something was opened that `close` closes again (it gives true if there was something to close). */
  opened(close) {
    this.closers = [...this.closers.filter((one) => one !== close), close];
  }

  /** Close what was opened last; false if nothing was open. */
  escape() {
    return [...this.closers].reverse().some((close) => close());
  }

  /** Listen for `minute` (each change of the clock), `scene` (something came or went), `select`, `settings`, `episode`, `play`, `light`, `own` (a visitor's events came or went). */
  on(what, listener) {
    for (const one of what.split(' ')) (this.listeners[one] ||= []).push(listener);
  }

  tell(what) {
    for (const listener of this.listeners[what] || []) listener();
  }

  /** A word of the interface in the chosen language, `{name}`s filled in. */
  word(key, values = {}) {
    const text = this.data.words[this.view.lang][key] ?? this.own?.words[this.view.lang][key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  /** A text of the record in the chosen language. */
  say(twin) {
    return twin[this.view.lang] ?? twin.en;
  }

  layer(name) {
    return this.view.layers.includes(name);
  }

  // ---- the clock

  /** Go to a minute. Outside the episodes the scene is empty. */
  seek(minute) {
    const episode = this.data.episodes.find((one) => within(one, minute)) || this.episode;
    const moved = episode !== this.episode;
    if (minute === this.minute && !moved) return;
    this.minute = minute;
    this.view.at = writeMoment(minute);
    if (moved) {
      this.episode = episode;
      this.view.episode = episode.id;
      this.forms.clear();
      this.tell('episode');
    }
    this.redraw(moved);
  }

  redraw(force = false) {
    const before = this.light;
    this.light = this.view.light === 'paper' ? 'day' : lastBefore(this.episode.light, this.minute)[1];
    if (before !== this.light) this.tell('light');
    const changed = this.compare() || force;
    this.tell('minute');
    if (changed) this.tell('scene');
  }

  /** Which events are on the map and how. True if any of it changed. */
  compare() {
    const now = this.inEpisode() ? Math.floor(this.minute) : -Infinity;
    let changed = false;
    for (const event of this.data.events) {
      if (event.episode !== this.episode.id) continue;
      const form = formOf(event.t, now, this.data.shown.justPast);
      if ((this.forms.get(event) || '') === form) continue;
      if (form) this.forms.set(event, form);
      else this.forms.delete(event);
      changed = true;
    }
    return changed;
  }

  /** Events on the map now, weightiest first. */
  present() {
    return [...this.forms]
      .filter(([, form]) => form !== 'past')
      .sort(([a, af], [b, bf]) => (bf === 'full') - (af === 'full') || b.weight - a.weight || a.t[1] - b.t[1]);
  }

  // ---- what the tests and the page ask

  events() {
    return this.present().map(([event, form]) => ({ id: event.id, certain: form === 'full' }));
  }

  actors() {
    const found = {};
    if (!this.inEpisode()) return found;
    for (const [actor, , stops] of this.data.ways) {
      const at = standing(stops, this.minute);
      if (at) found[actor] = { at: at.at, basis: at.basis, moving: at.moving, side: this.sideOf(actor) };
    }
    return found;
  }

  states() {
    const now = Math.floor(this.minute);
    const found = [];
    for (const [place_id, aspect, spans] of this.data.held) {
      const held = spans.find(([first, last]) => first <= now && now <= last);
      if (held) found.push({ place_id, aspect, value: held[2], mode: held[3], certain: held[4], event_id: held[5] });
    }
    return found;
  }

  inEpisode() {
    return within(this.episode, this.minute);
  }

  sideOf(actor) {
    const now = Math.floor(this.minute);
    return ((this.data.loyal[actor] || []).find(([first, last]) => first <= now && now <= last) || [0, 0, ''])[2];
  }

  /** The plate that shows a side: that of an unknown one is neutral. */
  plateOf(side) {
    return side ? this.data.sides[side].plate : 'neutral';
  }

  // ---- the view state

  state() {
    const { lat, lng } = this.map.getCenter();
    return { ...this.view, layers: [...this.view.layers], c: [lat, lng, this.map.getZoom()] };
  }

  /** Show a view: a query string, or an object with the keys that are to change. */
  show(wanted) {
    const view =
      typeof wanted === 'string' ? this.codec.decode(wanted)[0] : { ...this.state(), lang: this.wished, ...wanted };
    const minute = readMoment(view.at);
    const settings = { ...view, lang: this.speak(view.lang) };
    delete settings.c;
    const episodeBefore = this.episode;
    Object.assign(this.view, settings, { at: this.view.at, episode: this.view.episode });
    this.map.setView([view.c[0], view.c[1]], view.c[2], { animate: false });
    this.tell('settings');
    this.seek(minute);
    if (this.episode === episodeBefore) this.redraw(true);
    this.tell('select');
  }

  /** Go where a written view leads; language, calendar, light and mode stay the reader's. A small map stands further off. */
  visit(query) {
    const { at, c, event, source, layers } = this.codec.decode(query)[0];
    const { clientWidth, clientHeight } = this.map.getContainer();
    const share = Math.min(1, clientWidth / WRITTEN_FOR[0], clientHeight / WRITTEN_FOR[1]);
    const zoom = c[2] + Math.round(4 * Math.log2(share)) / 4;
    this.pause();
    this.show({ at, c: [c[0], c[1], zoom], event, source, layers });
  }

  set(changes) {
    Object.assign(this.view, changes, changes.lang && { lang: this.speak(changes.lang) });
    this.tell('settings');
    this.redraw(true);
  }

  select(id) {
    if (this.view.event === id) return;
    this.view.event = id;
    this.tell('select');
  }
}

/** How an event is on the map at a whole minute: `full` (certain), `hollow` (possible), `past`, or not at all. */
function formOf([earliest, start, end, latest], now, justPast) {
  if (now < earliest || now > latest + justPast) return '';
  if (now > latest) return 'past';
  return start <= now && now <= end ? 'full' : 'hollow';
}

function within(episode, minute) {
  return episode.from <= minute && Math.floor(minute) <= episode.to;
}

/** Where an actor is on its way at a minute (fractions count), as routes.standing says; null where it is not known. */
function standing(stops, minute) {
  if (minute < stops[0][0] || minute > stops[stops.length - 1][0]) return null;
  let i = 1;
  while (i < stops.length - 1 && stops[i][0] <= minute) i += 1;
  const [from, fromLat, fromLon] = stops[i - 1];
  const [to, toLat, toLon, leg] = stops[i];
  if (minute === to) return { at: [toLat, toLon], moving: false, basis: 'attested' };
  if (minute === from) return { at: [fromLat, fromLon], moving: false, basis: 'attested' };
  if (leg === 'unknown') return null;
  const share = (minute - from) / (to - from);
  return {
    at: [fromLat + share * (toLat - fromLat), fromLon + share * (toLon - fromLon)],
    moving: fromLat !== toLat || fromLon !== toLon,
    basis: leg,
  };
}
