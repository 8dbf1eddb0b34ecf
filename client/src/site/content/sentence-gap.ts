import type { Language } from '#shared/site-languages';

/** Returns what stands between two sentences of a language: nothing in Japanese, whose full stop has its own room. */
export const sentenceGap = (language: Language) => (language === 'ja' ? '' : ' ');
