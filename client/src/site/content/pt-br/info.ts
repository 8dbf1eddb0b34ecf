import type * as english from '../en/info.ts';
import type { Translated } from '../translated.ts';

export const contentsLabel = 'Nesta página';

export const binding = {
  own: 'Esta é a versão que prevalece. As traduções são apenas informativas.',
  english: {
    text: 'Esta tradução é apenas informativa.',
    link: 'Prevalece a versão em inglês.',
  },
  german: {
    text: 'A lei alemã exige este aviso em alemão.',
    link: 'Prevalece a versão em alemão.',
  },
} satisfies Translated<typeof english.binding>;
