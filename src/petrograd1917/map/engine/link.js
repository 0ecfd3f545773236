// The ways out of the stage: the report to the app when the hand rests, the address, copying, the picture, full screen.

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
  /** What the address said when the page was opened. */
  stage.asked = ownAddress(stage);

  /** What is shown; a language that is still being learnt is spoken in a moment. */
  function query() {
    return stage.codec.encode({ ...stage.state(), lang: stage.wished });
  }

  function address() {
    written = performance.now();
    memory.petrogradView = query();
    const { location, history } = stage.outer || window;
    const next = options.report ? location.pathname + query() + location.hash : fragment();
    if (next !== location.pathname + location.search + location.hash) history.replaceState(history.state, '', next);
  }

  /** A page of its own keeps the view behind the #: some browsers allow no other change where it lies in a folder. */
  function fragment() {
    return window.location.pathname + window.location.search + query().replace(/^\??/, '#');
  }

  let opened = 0;
  /** Show what the page's own address says, now and whenever it is changed by hand. */
  stage.openAddress = () => {
    opened += 1;
    const { hash, search } = window.location;
    const wanted = hash.slice(1) || search;
    const [, problems] = stage.codec.decode(wanted);
    stage.receive(wanted, `address ${opened}`, problems);
  };
  if (!options.report) window.addEventListener('hashchange', stage.openAddress);

  function report() {
    // a museum's screen is nobody's own: loaded anew it starts over, as its address was written
    if (stage.view.mode === 'kiosk') return;
    address();
    const now = query();
    if (!app || now === reported) return;
    reported = now;
    app.setComponentValue({ query: now });
  }

  function changed() {
    if (stage.playing) {
      if (stage.view.mode !== 'kiosk' && performance.now() - written > PLAYING_REST) address();
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
    document.documentElement.dataset.shown = '';
  };

  stage.copyLink = () => {
    const { location, navigator } = stage.outer || window;
    const link = new URL(options.report ? location.pathname + query() : fragment(), location.href).href;
    // a page that was not sent safely has no clipboard
    Promise.resolve(navigator.clipboard ? navigator.clipboard.writeText(link) : Promise.reject()).then(
      () => stage.notice(stage.word('link_copied')),
      () => stage.notice(link),
    );
  };

  /**
   * The picture of this moment. The app's page Export makes it, and sheets, films and lessons besides; where there is no
   * app, or where there are own events, of which only the stage knows, the stage saves it itself.
   */
  stage.takePicture = () => {
    if (!stage.outer || stage.own) return stage.savePicture();
    stage.pause();
    // the frame may not lead its page elsewhere; a link of that page may
    const { document: outer, location } = stage.outer;
    const link = outer.createElement('a');
    link.href = new URL(`export${query()}`, location.href).href;
    outer.body.append(link);
    link.click();
  };

  /** What the cards show: fetched once, when the browser has nothing better to do or a card wants it. */
  stage.details = fetchedOnce(options.details);
  /** The record as each source tells it. */
  stage.lenses = fetchedOnce(options.lenses);
  /** The chapters and the questions, once someone asks for them. */
  stage.chapters = fetchedOnce(options.chapters);
  stage.quizzes = fetchedOnce(options.quizzes);

  stage.fullScreen = () => {
    const { documentElement } = document;
    if (document.fullscreenElement) document.exitFullscreen();
    else documentElement.requestFullscreen().catch(() => stage.notice(stage.word('no_full_screen')));
  };
}

function ownAddress(stage) {
  const { location } = stage.outer || window;
  return location.hash.slice(1) || location.search;
}

/** Fetches a file when first asked for it. A page of its own holds the content, compressed. */
function fetchedOnce(file) {
  return once(() => (typeof file === 'string' ? fetched(file) : unzipped(file)));
}

/** Makes something when first asked for it; a failure is not kept. */
function once(make) {
  let made = null;
  return () => {
    made ||= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

async function unzipped({ gzip }) {
  const bytes = Uint8Array.from(atob(gzip), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}
