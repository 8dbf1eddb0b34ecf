import type { Language } from './site-languages.ts';

/** Returns a function that replaces the code of a place's country by its name. */
export function countryNames(language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return <P extends { country?: string | undefined }>(place: P): P =>
    place.country
      ? { ...place, country: names.of(place.country) ?? place.country, countryCode: place.country }
      : place;
}
