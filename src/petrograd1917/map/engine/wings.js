// What waits in the wings: parts of the engine that the first sight does without. They are fetched when the map stands; who
// asks for one of them earlier waits a moment.

/** What can be asked of them, as methods of the stage. */
const CALLED = ['savePicture', 'openQuiz', 'toggleTimeline', 'showAccount', 'sayHour'];

function addWings(stage, options, place) {
  stage.wings = once(async () => {
    if (options.wings) await Promise.all(options.wings.map(fetchPart));
    window.petrogradEnter(stage, place);
  });

  for (const name of CALLED) {
    const ask = (...given) =>
      stage.wings().then(
        () => stage[name] !== ask && stage[name](...given),
        () => stage.notice(stage.word('no_details')),
      );
    stage[name] = ask;
  }
}

/** Puts a script or a style sheet into the page; settles when it is there. */
function fetchPart(address) {
  const node = address.endsWith('.css')
    ? el('link', { rel: 'stylesheet', href: address })
    : el('script', { src: address });
  return new Promise((done, failed) => {
    node.addEventListener('load', done);
    node.addEventListener('error', () => {
      node.remove();
      failed(new Error(address));
    });
    document.head.append(node);
  });
}
