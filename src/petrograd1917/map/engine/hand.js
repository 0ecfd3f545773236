// The hand at rest: where a room looks on, the pointer and the buttons that lie on the map go when it has lain still.

/** Milliseconds. */
const STILL = 3000;

function addHand(stage) {
  const root = document.documentElement;
  let timer = 0;

  function moved() {
    root.removeAttribute('data-still');
    clearTimeout(timer);
    timer = setTimeout(() => root.setAttribute('data-still', ''), STILL);
  }

  for (const what of ['pointermove', 'pointerdown']) listenAround(stage, what, moved);
  moved();
}
