// What is drawn and what is not, with a swatch each: the legend that can be switched.

function layersPanel(stage) {
  const node = el('details', { class: 'layers' });
  const swatches = {
    force: () => eventMark({ family: 'force', symbol: 'seizure' }, 'full'),
    words: () => eventMark({ family: 'words', symbol: 'meeting' }, 'full'),
    movement: () => eventMark({ family: 'movement', symbol: 'march' }, 'full'),
    city: () => eventMark({ family: 'city', symbol: 'railway' }, 'full'),
    holders: () =>
      svg(
        'svg',
        { class: 'mark', viewBox: '0 0 38 38', 'aria-hidden': 'true' },
        svg('rect', { x: 2, y: 9, width: 34, height: 20, class: 'hatched' }),
      ),
    actors: () => actorMark({ symbol: 'infantry' }, 'soviet', ''),
    bridges: () => eventMark({ family: 'city', symbol: 'bridge_raised' }, 'full'),
    own: () => eventMark({ family: 'own', symbol: 'own' }, 'full'),
    past: () => eventMark({ family: 'force', symbol: 'seizure' }, 'past'),
  };

  /** A box that switches a choice of the view from its default. */
  function choice(key, on, off, word) {
    return el(
      'label',
      { class: 'pick' },
      el('input', {
        type: 'checkbox',
        checked: stage.view[key] === on,
        onchange: (event) => stage.set({ [key]: event.target.checked ? on : off }),
      }),
      stage.word(word),
    );
  }

  /** Whose record is drawn; the sources' names come with the details, when the panel is first opened. */
  const whose = el('select', { onchange: () => stage.set({ source: whose.value }) });
  const told = el('label', { class: 'pick' });

  async function fillWhose() {
    const { sources, told: tellers } = await stage.details();
    const options = tellers.map((id) => el('option', { value: id, text: stage.say(sources[id].short) }));
    whose.replaceChildren(el('option', { value: '', text: stage.word('whole_record') }), ...options);
    whose.value = stage.view.source;
  }

  node.addEventListener('toggle', () => node.open && fillWhose());

  function update() {
    told.replaceChildren(stage.word('told_by'), whose);
    if (node.open) fillWhose();
    const layers = stage.data.view.layers.filter((layer) => layer !== 'own' || stage.own);
    const toggle = (layer, on) =>
      stage.set({ layers: stage.data.view.layers.filter((one) => (one === layer ? on : stage.layer(one))) });
    node.replaceChildren(
      el('summary', { 'aria-label': stage.word('layers') }, icon('layers'), el('span', { text: stage.word('layers') })),
      el(
        'fieldset',
        {},
        ...layers.map((layer) =>
          el(
            'label',
            {},
            el('input', {
              type: 'checkbox',
              checked: stage.layer(layer),
              onchange: (event) => toggle(layer, event.target.checked),
            }),
            swatches[layer](),
            stage.word(`layer_${layer}`),
          ),
        ),
      ),
      choice('light', 'paper', 'sun', 'paper_map'),
      choice('names', 'today', '1917', 'todays_names'),
      choice('names', 'old', '1917', 'old_spelling'),
      choice('labels', 'large', 'plain', 'larger_labels'),
      told,
      el('p', { class: 'key', text: stage.word('certainty_key') }),
    );
  }

  stage.on('settings', update);
  update();
  return node;
}
