/** The languages in which the home page's timeline plays its line, as BCP 47. */
export const DUB_LANGUAGES = ['de', 'es', 'fr', 'pt', 'ja', 'hi', 'ar'] as const;
export type DubLanguage = (typeof DUB_LANGUAGES)[number];
