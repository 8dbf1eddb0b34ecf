import { type Language, prefixOf } from '#shared/languages';

/** The picture that stands for a page where a link to it is shared; `scripts/images` draws it at build time. */
export const socialImage = {
  width: 1200,
  height: 630,
  /** English pages have a picture each. In another language, all pages share the one of the home page. */
  path: (page: string, language: Language) =>
    language === 'en'
      ? `/social/${page.slice(1) || 'home'}.png`
      : `/social${prefixOf(language)}.png`,
};
