import type * as english from '../en/info.ts';
import type { Translated } from '../translated.ts';

export const contentsLabel = 'Auf dieser Seite';

export const binding = {
  own: 'Diese Fassung ist verbindlich. Die Übersetzungen dienen der Information.',
  english: {
    text: 'Diese Übersetzung dient der Information.',
    link: 'Verbindlich ist die englische Fassung.',
  },
  german: {
    text: 'Das deutsche Recht verlangt diese Angaben auf Deutsch.',
    link: 'Verbindlich ist die deutsche Fassung.',
  },
} satisfies Translated<typeof english.binding>;
