// The view state's codec; the same as view.py, and tested against it.

const CENTRE = /^(-?[0-9]{1,9}(\.[0-9]+)?,){2}-?[0-9]{1,9}(\.[0-9]+)?$/;

class ViewCodec {
  /** @param vocabulary `view` of the keyframes  @param episodes  @param known {event: Set, source: Set} of ids */
  constructor(vocabulary, episodes, known) {
    this.vocabulary = vocabulary;
    this.episodes = episodes;
    this.known = known;
  }

  opening(episode = this.vocabulary.opening) {
    const { at, c } = this.vocabulary.openings[episode];
    const choices = Object.entries(this.vocabulary.choices).map(([key, values]) => [key, values[0]]);
    return {
      at: writeMoment(at),
      episode,
      c: [...c],
      event: '',
      source: '',
      layers: [...this.vocabulary.layers],
      ...Object.fromEntries(choices),
    };
  }

  /** `[view, problems]` of a query string; what is not understood stays at its default. */
  decode(query) {
    const asked = [...new URLSearchParams(query)];
    const problems = [];
    let view = this.opening();
    const named = asked.filter(([key]) => key === 'event').pop();
    if (named && this.known.event.has(named[1]) && !asked.some(([key]) => key === 'at')) {
      asked.push(['at', writeMoment(this.hour(named[1]))]);
    }
    const episode = asked.filter(([key]) => key === 'episode').pop();
    if (episode && episode[1] in this.vocabulary.openings) view = this.opening(episode[1]);
    else if (episode) problems.push({ key: 'episode', value: episode[1] });
    // the moment first: another episode brings its own centre, which the link may then change
    const ordered = [...asked.filter(([key]) => key === 'at'), ...asked.filter(([key]) => key !== 'at')];
    for (const [key, value] of ordered) {
      const change = this.change(key, value);
      if (change === null) problems.push({ key, value });
      else if ('at' in change && change.episode !== view.episode)
        view = { ...view, c: this.opening(change.episode).c, ...change };
      else view = { ...view, ...change };
    }
    return [view, problems];
  }

  encode(view) {
    const fallback = this.opening(view.episode);
    const parts = [];
    const put = (key, value) =>
      parts.push(`${key}=${encodeURIComponent(value).replace(/%2C/g, ',').replace(/%3A/g, ':')}`);
    // a link that names an event and no hour would lead to the event's
    const hourTold = view.at !== fallback.at || Boolean(view.event);
    if (view.episode !== this.vocabulary.opening && !hourTold) put('episode', view.episode);
    if (hourTold) put('at', view.at);
    if (writePlace(view.c) !== writePlace(fallback.c)) put('c', writePlace(view.c));
    for (const key of ['event', 'source']) if (view[key]) put(key, view[key]);
    if (view.layers.join() !== fallback.layers.join()) put('layers', view.layers.join() || 'none');
    for (const key of Object.keys(this.vocabulary.choices)) if (view[key] !== fallback[key]) put(key, view[key]);
    return parts.length ? `?${parts.join('&')}` : '';
  }

  change(key, value) {
    const { layers, choices } = this.vocabulary;
    if (key === 'at') {
      const minute = readMoment(value);
      const episode = minute === null ? undefined : this.episodes.find((one) => one.from <= minute && minute <= one.to);
      return episode ? { at: writeMoment(minute), episode: episode.id } : null;
    }
    if (key === 'c') return this.place(value);
    if (key === 'event' || key === 'source') return !value || this.known[key].has(value) ? { [key]: value } : null;
    if (key === 'layers') {
      const wanted = value === 'none' ? [] : value.split(',');
      return wanted.every((layer) => layers.includes(layer))
        ? { layers: layers.filter((layer) => wanted.includes(layer)) }
        : null;
    }
    if (key in choices) return choices[key].includes(value) ? { [key]: value } : null;
    return {};
  }

  /** When an event begins, as far as its episode shows it: where a link leads that names the event alone. */
  hour(id) {
    const event = this.known.event.get(id);
    const { from, to } = this.episodes.find((episode) => episode.id === event.episode);
    return Math.min(Math.max(event.t[1], from), to);
  }

  place(value) {
    if (!CENTRE.test(value)) return null;
    const c = value.split(',').map(Number);
    const [south, west, north, east] = this.vocabulary.region;
    if (c[0] < south || c[0] > north || c[1] < west || c[1] > east) return null;
    const [least, most] = this.vocabulary.zoom;
    return { c: [c[0], c[1], Math.min(Math.max(c[2], least), most)] };
  }
}

function writePlace([lat, lon, zoom]) {
  return `${lat.toFixed(4)},${lon.toFixed(4)},${zoom.toFixed(2).replace(/\.?0+$/, '')}`;
}
