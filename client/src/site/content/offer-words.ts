import type { Language } from '#shared/site-languages';
import english from './en/offer.json';

const offers = import.meta.glob<typeof english>('./*/offer.json', {
  eager: true,
  import: 'default',
});

/**
 * Returns the line that offers a page in the browser's first language, in that language. This file has all of them, since it
 * is the only text that a page shows in another language.
 */
export const offerIn = (language: Language) =>
  offers[`./${language.toLowerCase()}/offer.json`] ?? english;
