// Languages beyond English: their words are fetched when the map stands, or when one is chosen; until then English speaks.

function addLanguages(stage, options) {
  const record = { ...stage.data };
  const spoken = new Set(['en']);
  const words = { ru: fetchedOnce(options.ru) };
  stage.wished = 'en';

  /** The language to speak in now; a chosen one that is not known yet is learnt and then spoken. */
  stage.speak = (lang) => {
    stage.wished = lang;
    if (spoken.has(lang)) return lang;
    stage.learn(lang).then(
      () => stage.wished === lang && stage.set({ lang }),
      () => stage.notice(stage.word('no_details')),
    );
    return stage.view.lang;
  };

  stage.learn = async (lang) => {
    const said = await words[lang]();
    if (spoken.has(lang)) return;
    spoken.add(lang);
    for (const [key, value] of Object.entries(said)) teach(record[key], righted(value), lang);
  };

  /** Put what is said into the texts of the same shape. */
  function teach(texts, said, lang) {
    if ('en' in texts) {
      texts[lang] = said;
      return;
    }
    for (const [key, value] of Object.entries(said)) if (value !== null) teach(texts[key], value, lang);
  }
}
