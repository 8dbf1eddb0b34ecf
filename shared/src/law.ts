const OWN_TEXTS = { DE: 'de', AT: 'at', CH: 'ch', GB: 'uk', US: 'us' } as const;
/** The other countries of the European Union, and those of the European Economic Area, which share its directives. */
const EU =
  'BE BG CY CZ DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** Whose law the legal pages follow. `general` names no law but the GDPR. */
export type Law = (typeof OWN_TEXTS)[keyof typeof OWN_TEXTS] | 'eu' | 'general';

/** Whether a law is that of a country in the European Economic Area, where the GDPR itself applies. */
export const isOfEea = (law: Law): boolean => law === 'de' || law === 'at' || law === 'eu';

/** @param country two letters of ISO 3166; undefined where nobody can tell */
export function lawOf(country: string | undefined): Law {
  if (country === undefined) return 'general';
  const own = OWN_TEXTS[country as keyof typeof OWN_TEXTS];
  return own ?? (EU.includes(country) ? 'eu' : 'general');
}
