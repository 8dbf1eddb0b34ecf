import type { Site } from '#shared/site';

/** Of each page, and of the one for addresses without a page. */
export type PageHeads = Readonly<Record<PagePath | 'not-found', PageHead>>;

/** What search engines, link previews and the browser's tab say of a page, in one language. */
export interface PageHead {
  title: (site: Site) => string;
  /** For search results: 50 to 160 characters. */
  description: (site: Site) => string;
  keywords: readonly string[];
}

interface PageEntry {
  path: string;
  /** The part of the footer that links to the page. */
  group: 'home' | 'company' | 'legal';
  /** The page's English heading in the lines of its own social image: without the brand, which the build does not know. */
  headline?: readonly string[];
}

/** Every page that answers 200, in the order of the footer. */
export const pages = [
  { path: '/', group: 'home' },
  {
    path: '/about',
    group: 'company',
    headline: ['Every story deserves', 'its own voice,', 'in every language'],
  },
  { path: '/contact', group: 'company', headline: ['Talk to us'] },
  { path: '/privacy', group: 'legal', headline: ['Privacy policy'] },
  { path: '/terms', group: 'legal', headline: ['Terms of use'] },
  { path: '/cookies', group: 'legal', headline: ['Cookie policy'] },
  { path: '/ccpa', group: 'legal', headline: ['Notice for', 'California residents'] },
  { path: '/gdpr', group: 'legal', headline: ['Your rights', 'under the GDPR'] },
  { path: '/dpa', group: 'legal', headline: ['Data processing', 'agreement'] },
  { path: '/impressum', group: 'legal', headline: ['Impressum'] },
] as const satisfies readonly PageEntry[];
export type PagePath = (typeof pages)[number]['path'];

export const findPage = (path: string) => pages.find((page) => page.path === path);

/** Returns the head of the page at this path, which may have no page. */
export const headOf = (path: string, heads: PageHeads): PageHead =>
  heads[findPage(path)?.path ?? 'not-found'];
