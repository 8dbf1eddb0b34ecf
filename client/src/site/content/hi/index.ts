import '../../../styles/languages/hi.css';
import type { LanguageIndex } from '../languages.ts';
import { words } from '../structure/words.ts';

/** The words of this language: those of every page, and how to load the rest. */
export const index = {
  frame: words.frame,
  load: {
    ...words.load,
    home: () => import('./home.ts'),
    consent: () => import('./consent.ts'),
    heads: () => import('./heads.ts'),
    'not-found': () => import('./not-found.ts'),
    info: () => import('./info.ts'),
    cookies: () => import('./cookies.ts'),
  },
} satisfies LanguageIndex;
