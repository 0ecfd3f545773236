// Playing. Story pace glides from event to event and rests on those of weight 3; steady pace is so many minutes a second.
// Both stop by themselves at the end of a night.

const STORY = { pace: 12, rest: 3500 };
/** A frame never moves the clock by more than this many seconds' worth: a tab that was asleep does not leap. */
const LONGEST_FRAME = 0.1;

function addPlay(stage) {
  let last = 0;
  let request = 0;
  let restUntil = 0;
  let toldUntil = 0;
  let rested = null;
  stage.pace = 'story';

  function stops() {
    return [...stage.episode.nights.map(({ until }) => until), stage.episode.to];
  }

  function frame(now) {
    if (!stage.playing) return;
    const seconds = Math.min(LONGEST_FRAME, (now - last) / 1000);
    last = now;
    if (now >= restUntil) step(seconds, now);
    if (stage.playing) request = requestAnimationFrame(frame);
  }

  function step(seconds, now) {
    const pace = stage.pace === 'story' ? STORY.pace : Number(stage.pace);
    const from = stage.minute;
    // who wants no motion sees the clock leap once a second
    let to = from + (stage.calm ? 1 : seconds) * pace;
    if (stage.calm) restUntil = now + 1000;
    const stop = stops().find((minute) => from < minute && minute <= to);
    if (stop !== undefined) to = stop;
    if (stage.pace === 'story') {
      const weighty = weightiest(from, to);
      if (weighty) {
        to = Math.max(weighty.t[1], from);
        rested = weighty;
        restUntil = toldUntil = now + STORY.rest;
      }
    }
    if (rested && now >= toldUntil && stage.view.event === rested.id) stage.select('');
    stage.seek(to);
    if (rested && toldUntil > now) stage.select(rested.id);
    if (stop === to) {
      stage.pause();
      stage.tell('night-over');
    }
  }

  function weightiest(from, to) {
    return stage.data.events.find(
      (event) =>
        event.weight === 3 &&
        event !== rested &&
        event.episode === stage.episode.id &&
        stage.layer(event.family) &&
        from <= event.t[1] &&
        event.t[1] <= to,
    );
  }

  stage.play = () => {
    if (stage.playing) return;
    if (stage.minute >= stage.episode.to) stage.seek(stage.episode.from);
    stage.playing = true;
    rested = null;
    restUntil = toldUntil = 0;
    last = performance.now();
    request = requestAnimationFrame(frame);
    stage.tell('play');
  };

  stage.pause = () => {
    if (!stage.playing) return;
    stage.playing = false;
    cancelAnimationFrame(request);
    stage.seek(Math.floor(stage.minute));
    stage.tell('play');
  };

  stage.toggle = () => (stage.playing ? stage.pause() : stage.play());

  /** What a step can lead to: the events of the episode that are shown, a visitor's own among them. */
  function reachable() {
    const own = stage.own && stage.layer('own') ? stage.own.within(stage.episode) : [];
    return [...stage.data.events, ...own].filter(
      (event) => event.own || (event.episode === stage.episode.id && stage.layer(event.family)),
    );
  }

  /** To the next (or previous) minute at which an event that is shown begins. */
  stage.step = (direction) => {
    stage.pause();
    const now = Math.floor(stage.minute);
    let here = null;
    for (const event of reachable()) {
      const start = event.t[1];
      if (!within(stage.episode, start) || (start - now) * direction <= 0) continue;
      const nearer = here ? (here.t[1] - start) * direction : 1;
      if (nearer > 0 || (nearer === 0 && event.weight > here.weight)) here = event;
    }
    if (!here) return;
    stage.seek(here.t[1]);
    stage.stepped = true;
    if (here.own) stage.own.open(here);
    else stage.select(here.id);
    stage.stepped = false;
  };

  /** What the story tells stands as a sentence at the foot of the map; paused, or chosen by hand, it is a whole card. */
  stage.on('play select', () => {
    const told = stage.playing && rested !== null && stage.view.event === rested.id;
    document.documentElement.toggleAttribute('data-telling', told);
  });

  stage.move = (minutes) => {
    stage.pause();
    stage.seek(Math.min(Math.max(Math.floor(stage.minute) + minutes, stage.episode.from), stage.episode.to));
  };
}
