import type * as english from '../en/info.ts';
import type { Translated } from '../translated.ts';

export const contentsLabel = 'Sur cette page';

export const binding = {
  own: 'Cette version fait foi. Ses traductions sont fournies à titre d’information.',
  english: {
    text: 'Cette traduction est fournie à titre d’information.',
    link: 'La version anglaise fait foi.',
  },
  german: {
    text: 'Le droit allemand exige que ces mentions soient en allemand.',
    link: 'La version allemande fait foi.',
  },
} satisfies Translated<typeof english.binding>;
