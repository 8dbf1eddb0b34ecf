import type * as english from '../en/not-found.ts';
import type { Translated } from '../translated.ts';

export const notFoundContent = {
  code: '404',
  heading: 'Hoppla! Seite nicht gefunden',
  text: 'Auf dieser Spur ist nichts. Vielleicht ist die Seite umgezogen, oder die Adresse enthält einen Tippfehler.',
  home: 'Zur Startseite',
  alsoLabel: 'Oder gleich zu',
} satisfies Translated<typeof english.notFoundContent>;
