// The ways out of the frame: the report to the app when the hand rests, the address, copying, full screen.

/** Milliseconds without a change before the app hears of it. */
const REST = 250;
/** Milliseconds between two writings of the address while playing. */
const PLAYING_REST = 2000;

function addLink(stage, options) {
  const app = options.report ? window.Streamlit : null;
  let timer = 0;
  let reported = null;
  const memory = stage.outer || {};
  let written = 0;
  stage.revision = null;

  function query() {
    return stage.codec.encode(stage.state());
  }

  function address() {
    written = performance.now();
    memory.petrogradView = query();
    const target = stage.outer || window;
    if (target.location.protocol === 'file:' || !options.report) return;
    const next = target.location.pathname + query() + target.location.hash;
    if (next !== target.location.pathname + target.location.search + target.location.hash)
      target.history.replaceState(target.history.state, '', next);
  }

  function report() {
    address();
    const now = query();
    if (!app || now === reported) return;
    reported = now;
    app.setComponentValue({ query: now });
  }

  function changed() {
    if (stage.playing) {
      if (performance.now() - written > PLAYING_REST) address();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(report, REST);
  }

  stage.on('minute select settings play', changed);
  stage.map.on('moveend', changed);
  window.addEventListener('pagehide', () => {
    clearTimeout(timer);
    stage.pause();
  });

  /**
   * The app's wish. Each revision is obeyed once, so that a late answer never pulls the slider back; an opening (`….0`)
   * only by a stage that shows nothing yet, so that a restarted server leaves the minute as it is. The page around the
   * frame remembers what was seen last, until it is loaded anew: that is newer than what a server may know.
   */
  stage.receive = (wanted, revision, problems) => {
    if (stage.revision !== null && (revision === stage.revision || revision.endsWith('.0'))) return;
    stage.revision = revision;
    const remembered = revision.endsWith('.0') ? memory.petrogradView : undefined;
    stage.pause();
    stage.show(remembered ?? wanted);
    reported = remembered === undefined ? query() : wanted;
    if (problems.length || query() === stage.codec.encode(stage.codec.opening())) stage.welcome(problems);
    else stage.hideWelcome();
  };

  stage.copyLink = () => {
    const target = stage.outer || window;
    const link = target.location.origin + target.location.pathname + query();
    target.navigator.clipboard.writeText(link).then(
      () => stage.notice(stage.word('link_copied')),
      () => stage.notice(link),
    );
  };

  let details = null;
  /** What the cards show: fetched once, when the browser has nothing better to do or a card wants it. */
  stage.details = () => {
    details ||= fetch(options.details)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
      .catch((error) => {
        details = null;
        throw error;
      });
    return details;
  };

  stage.fullScreen = () => {
    const { documentElement } = document;
    if (document.fullscreenElement) document.exitFullscreen();
    else documentElement.requestFullscreen().catch(() => stage.notice(stage.word('no_full_screen')));
  };
}
