import { type Language, prefixOf } from '#shared/site-languages';
import type { PagePath } from './page-list.ts';

/** The headings of pages with a picture of their own, in lines. English only: see `path`. */
export const ownHeadlines: Readonly<Record<Exclude<PagePath, '/'>, readonly string[]>> = {
  '/about': ['Every story deserves', 'its own voice,', 'in every language'],
  '/contact': ['Talk to us'],
  '/privacy': ['Privacy policy'],
  '/terms': ['Terms of use'],
  '/cookies': ['Cookie policy'],
  '/ccpa': ['Notice for', 'California residents'],
  '/gdpr': ['Your rights', 'under the GDPR'],
  '/dpa': ['Data processing', 'agreement'],
  '/impressum': ['Impressum'],
  '/accessibility': ['Accessibility'],
};

/** Returns the heading on the picture of a page, in lines: its own one, or that of the language's home page. */
export const headlineOf = (page: PagePath, language: Language, ofHome: readonly string[]) =>
  language === 'en' && page !== '/' ? ownHeadlines[page] : ofHome;

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
