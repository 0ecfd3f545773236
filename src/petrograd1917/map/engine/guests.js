// A visitor's own events: they, and the script that shows them (own.js), come only where there are some.

function addGuests(stage, options) {
  stage.own = null;
  /** Take in a file of own events, once. */
  stage.takeOwn = (file) => {
    if (!file || stage.own) return;
    const script = window.petrogradOwn || fetchPart(options.ownScript);
    const drawing = { el, eventMark, CanvasLayer, colours, formOf, gathered, markSize };
    Promise.all([fetchedOnce(file)(), script]).then(
      ([own]) => window.petrogradOwn(stage, righted(own), drawing),
      () => stage.notice(stage.word('no_details')),
    );
  };
  stage.takeOwn(options.own);
}
