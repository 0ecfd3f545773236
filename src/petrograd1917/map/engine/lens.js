// The record through one source: map, list and timeline as that source alone tells it. Which events, ways and states
// those are was decided in Python (lens.py).

function addLens(stage, field) {
  const { data } = stage;
  const whole = { events: data.events, ways: data.ways, held: data.held };
  const says = el('span');
  const back = el('button', { type: 'button', class: 'tool', onclick: () => stage.set({ source: '' }) });
  const sign = el('p', { class: 'lens', role: 'status', hidden: true }, icon('disagree'), says, back);
  field.append(sign);
  let through = '';

  async function look() {
    const { source } = stage.view;
    dress();
    if (source === through) return;
    through = source;
    try {
      const told = source ? readings(await stage.lenses(), source) : whole;
      if (through === source) tell(told);
    } catch {
      stage.notice(stage.word('no_details'));
      stage.set({ source: '' });
    }
  }

  function readings(lenses, source) {
    const { events, ways, held } = lenses[source] || { events: [], ways: [], held: [] };
    const byId = new Map(whole.events.map((event) => [event.id, event]));
    return {
      events: events.map((event) => ({ ...byId.get(event.id), ...event })),
      ways: ways.map((i) => whole.ways[i]),
      held,
    };
  }

  function tell(record) {
    Object.assign(data, record);
    stage.byId = new Map([...whole.events, ...record.events].map((event) => [event.id, event]));
    stage.forms.clear();
    stage.tell('record');
    stage.tell('episode');
    stage.redraw(true);
    stage.tell('select');
    dress();
  }

  /** A sign over the map for as long as it is one source's. */
  async function dress() {
    const { source } = stage.view;
    sign.hidden = !source;
    back.textContent = stage.word('whole_record');
    if (!source) return;
    const { sources } = await stage.details();
    const own = (events) => events.filter((event) => event.episode === stage.episode.id).length;
    says.textContent = stage.word('as_told_by', {
      name: stage.say(sources[source].short),
      n: own(data.events),
      all: own(whole.events),
    });
  }

  stage.on('settings', look);
}
