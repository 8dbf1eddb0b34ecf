/** The languages that the site may be offered in, as BCP 47, in the order of the language menu. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'hi', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns what the addresses of a language begin with. English has none: its pages are at `/…`. */
export const prefixOf = (language: Language): string =>
  language === 'en' ? '' : `/${language.toLowerCase()}`;

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr';

export const manifestPath = (language: Language): string =>
  `${prefixOf(language)}/manifest.webmanifest`;

/** Returns the path of a page without the prefix of its language: the same in all languages. */
export function pathInSite(path: string): string {
  const prefix = LANGUAGES.map(prefixOf).find(
    (known) => known && `${path}/`.startsWith(`${known}/`),
  );
  return prefix ? path.slice(prefix.length) || '/' : path;
}
