// The map in words: what happens, who is where, who holds what. For those who do not see it, and for those who want to read.

/** Metres within which one who stands somewhere is said to be at a place. */
const AT_A_PLACE = 120;

function addAccount(stage, main, field) {
  const told = el('div', { class: 'account' });
  const open = panel(stage, field, 'in_words', async () => {
    tell();
    return told;
  });

  function part(heading, lines) {
    const items = lines.length ? lines : [stage.word('nobody_known')];
    return [el('h3', { text: stage.word(heading) }), el('ul', {}, ...items.map((text) => el('li', { text })))];
  }

  function tell() {
    told.replaceChildren(
      el('p', { class: 'hour', text: hourWords(stage) }),
      ...part('what_happens', happenings(stage)),
      ...part('who_where', whereabouts(stage)),
      ...part('who_holds', holdings(stage)),
      ...part('bridges', spans(stage)),
    );
  }

  const way = el('button', { type: 'button', class: 'unseen', onclick: open });
  main.prepend(way);
  const dress = () => (way.textContent = stage.word('in_words'));
  stage.on('settings', dress);
  dress();
  stage.on(
    'scene',
    gathered(() => told.checkVisibility() && tell(), LIST_DELAY),
  );
  return open;
}

/** "02:10, Thu 8 November (26 October O.S.)". */
function hourWords(stage) {
  const minute = Math.floor(stage.minute);
  return `${clockWords(minute)}, ${dayWords(dayOf(stage.episode, minute), stage.view.lang, stage.view.cal)}`;
}

function happenings(stage) {
  return stage
    .present()
    .filter(([event]) => stage.layer(event.family))
    .map(([event, form]) => `${eventWords(stage, event)} (${stage.word(form === 'full' ? 'certain' : 'possible')})`);
}

/** "The ministers are arrested, 02:10, Small Dining Room". */
function eventWords(stage, event) {
  const place = event.place ? stage.say(stage.data.places[event.place].name) : stage.word('across');
  return `${stage.say(event.title)}, ${stage.say(event.when)}, ${place}`;
}

function whereabouts(stage) {
  const { places, actors, sides } = stage.data;
  const named = Object.values(places).filter((place) => place.at);
  return Object.entries(stage.actors()).map(([id, { at, moving, side }]) => {
    const off = (place) => stage.map.distance(at, place.at);
    const nearest = named.reduce((best, place) => (off(place) < off(best) ? place : best));
    const here = !moving && off(nearest) < AT_A_PLACE;
    const where = here ? stage.say(nearest.name) : stage.word('under_way');
    const whose = side ? ` (${stage.say(sides[side].name)})` : '';
    return `${stage.say(actors[id].name)}${whose}: ${where}`;
  });
}

function holdings(stage) {
  return statesOf(stage, 'holder').map(({ place, value, certain }) => {
    const side = stage.data.sides[value];
    const whose = side ? stage.say(side.name) : stage.word(value);
    return `${place}: ${whose}${certain ? '' : `, ${stage.word('not_sure')}`}`;
  });
}

function spans(stage) {
  return statesOf(stage, 'span').map(({ place, value }) => `${place}: ${stage.word(`span_${value}`)}`);
}

function statesOf(stage, aspect) {
  return stage
    .states()
    .filter((state) => state.aspect === aspect && state.value !== 'unknown')
    .map((state) => ({ ...state, place: stage.say(stage.data.places[state.place_id].name) }));
}

/** What a screen reader hears: the hour when it is asked for, and each event that is stepped to; never the frames of play. */
function addVoice(stage, main) {
  const voice = el('p', { class: 'unseen', 'aria-live': 'assertive', 'aria-atomic': 'true' });
  main.append(voice);

  stage.on('select', () => {
    const event = stage.byId.get(stage.view.event);
    if (event) voice.textContent = `${eventWords(stage, event)}. ${stage.word(event.sure)}.`;
  });

  stage.sayHour = () => {
    const now = happenings(stage);
    voice.textContent = '';
    // said anew even where it says the same
    requestAnimationFrame(() => {
      voice.textContent = `${hourWords(stage)}. ${stage.word('now')}: ${now.length ? now.join('; ') : stage.word('nothing_known')}`;
    });
  };
}
