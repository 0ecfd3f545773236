// A museum's screen: it plays for itself until somebody touches it, asks whether somebody is still there, and starts over.

/** Seconds without a touch after which it starts over; `?idle=` in the address says otherwise. */
const IDLE = 90;
/** The last seconds of these, in which it asks. */
const ASKING = 15;
/** Seconds for which the question at the end of a night stands before it plays on by itself. */
const BETWEEN_NIGHTS = 10;
/** The keys that it knows: none leads out of it. */
const KIOSK_KEYS = /^( |Escape|Arrow.*|Page.*|Home|End|[0-9+=wh-])$/;

function addKiosk(stage, main) {
  const curtain = el('button', { type: 'button', class: 'curtain', hidden: true, onclick: begin });
  const left = el('p');
  const stay = el('button', { type: 'button', class: 'primary' });
  const still = el('h2');
  const asking = el('div', { class: 'asking', role: 'alertdialog', hidden: true }, still, left, stay);
  main.append(curtain, asking);
  const idle = idleSeconds(stage);
  const asks = Math.min(ASKING, idle / 2);
  const { lang: first, cal, light, labels, names } = stage.codec.decode(stage.asked)[0];
  /** What the house has set in the address, and no visitor changes for the next one. */
  const house = { cal, light, labels, names, mode: 'kiosk' };
  let touched = performance.now();
  let timer = 0;
  let alone = false;
  let onward = 0;

  function tick() {
    const rest = idle - (performance.now() - touched) / 1000;
    if (alone) {
      if (!stage.playing && !onward) stage.play();
      return;
    }
    if (stage.playing) awake();
    else if (rest <= 0) attract();
    else ask(rest);
  }

  function ask(rest) {
    const due = rest <= asks;
    left.textContent = stage.word('starting_over', { n: Math.ceil(rest) });
    if (due && asking.hidden) {
      asking.hidden = false;
      asking.setAttribute('aria-label', still.textContent);
      stay.focus({ preventScroll: true });
    }
    if (!due) asking.hidden = true;
  }

  function awake() {
    touched = performance.now();
    asking.hidden = true;
  }

  /** From the beginning, as nobody had ever been here, and playing for itself. */
  function attract() {
    asking.hidden = true;
    alone = true;
    while (stage.escape());
    stage.show({ ...stage.codec.opening(), ...house, lang: first });
    curtain.hidden = false;
    dressCurtain();
    stage.play();
  }

  function begin() {
    alone = false;
    clearTimeout(onward);
    onward = 0;
    curtain.hidden = true;
    stage.pause();
    stage.show({ ...stage.codec.opening(), ...house, lang: stage.view.lang });
    awake();
    stage.welcome();
  }

  stage.on('night-over', () => {
    if (!alone) return;
    onward = setTimeout(() => {
      onward = 0;
      const { episodes } = stage.data;
      const next = episodes[(episodes.indexOf(stage.episode) + 1) % episodes.length];
      if (stage.minute >= stage.episode.to) openEpisode(stage, next.id);
      stage.play();
    }, BETWEEN_NIGHTS * 1000);
  });

  /** In every language that is here, for nobody has chosen one. */
  function dressCurtain() {
    const spoken = ['en', 'ru'].filter((lang) => stage.data.words[lang]?.touch);
    curtain.replaceChildren(...spoken.map((lang) => el('span', { lang, text: stage.data.words[lang].touch })));
  }

  function settings() {
    const on = stage.view.mode === 'kiosk';
    still.textContent = stage.word('still_here');
    stay.textContent = stage.word('i_am_here');
    if (alone) dressCurtain();
    if (on === Boolean(timer)) return;
    clearInterval(timer);
    timer = on ? setInterval(tick, 250) : 0;
    if (on) attract();
    else {
      alone = false;
      curtain.hidden = true;
    }
  }

  for (const what of ['pointerdown', 'keydown', 'wheel', 'input']) listenAround(stage, what, () => !alone && awake());
  document.addEventListener('contextmenu', (event) => timer && event.preventDefault());
  stage.locked = (key) => timer > 0 && !KIOSK_KEYS.test(key);
  stage.learn('ru').then(dressCurtain, () => {});
  stage.on('settings', settings);
  settings();
}

function idleSeconds(stage) {
  const asked = Number(new URLSearchParams(stage.asked).get('idle'));
  return asked > 0 ? asked : IDLE;
}
