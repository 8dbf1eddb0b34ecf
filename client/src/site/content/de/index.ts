import '../../../styles/languages/de.css';
import type { LanguageIndex } from '../languages.ts';
import { words } from '../structure/words.ts';

/** The words of this language: those of every page, and how to load the rest. */
export const index = {
  frame: words.frame,
  load: {
    ...words.load,
    consent: () => import('./consent.ts'),
    heads: () => import('./heads.ts'),
  },
} satisfies LanguageIndex;
