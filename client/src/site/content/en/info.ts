/** Names the list of an information page's sections. */
export const contentsLabel = 'On this page';

/** Says on a legal page which language's version binds. The German law wants the Impressum in German. */
export const binding = {
  own: 'This version is binding. Its translations are for information.',
  english: {
    text: 'This translation is for information.',
    link: 'The English version is binding.',
  },
  german: {
    text: 'German law asks for this notice in German.',
    link: 'The German version is binding.',
  },
};
