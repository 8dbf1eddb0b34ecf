import type * as english from '../en/info.ts';
import type { Translated } from '../translated.ts';

export const contentsLabel = 'En esta página';

export const binding = {
  own: 'Esta versión es vinculante. Sus traducciones son informativas.',
  english: {
    text: 'Esta traducción es informativa.',
    link: 'La versión vinculante es la inglesa.',
  },
  german: {
    text: 'La ley alemana exige este aviso en alemán.',
    link: 'La versión vinculante es la alemana.',
  },
} satisfies Translated<typeof english.binding>;
