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
    past: () => eventMark({ family: 'force', symbol: 'seizure' }, 'past'),
  };

  function update() {
    const toggle = (layer, on) =>
      stage.set({ layers: stage.data.view.layers.filter((one) => (one === layer ? on : stage.layer(one))) });
    node.replaceChildren(
      el('summary', {}, icon('layers'), el('span', { text: stage.word('layers') })),
      el(
        'fieldset',
        {},
        ...stage.data.view.layers.map((layer) =>
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
      el(
        'label',
        { class: 'paper' },
        el('input', {
          type: 'checkbox',
          checked: stage.view.light === 'paper',
          onchange: (event) => stage.set({ light: event.target.checked ? 'paper' : 'sun' }),
        }),
        stage.word('paper_map'),
      ),
      el('p', { class: 'key', text: stage.word('certainty_key') }),
    );
  }

  stage.on('settings', update);
  update();
  return node;
}
