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
}

/** Every page that answers 200, in the order of the footer. */
export const pages = [
  { path: '/', group: 'home' },
  {
    path: '/about',
    group: 'company',
  },
  { path: '/contact', group: 'company' },
  { path: '/privacy', group: 'legal' },
  { path: '/terms', group: 'legal' },
  { path: '/cookies', group: 'legal' },
  { path: '/ccpa', group: 'legal' },
  { path: '/gdpr', group: 'legal' },
  { path: '/dpa', group: 'legal' },
  { path: '/impressum', group: 'legal' },
  { path: '/accessibility', group: 'legal' },
] as const satisfies readonly PageEntry[];
export type PagePath = (typeof pages)[number]['path'];

export const findPage = (path: string) => pages.find((page) => page.path === path);

/** Returns the head of the page at this path, which may have no page. */
export const headOf = (path: string, heads: PageHeads): PageHead =>
  heads[findPage(path)?.path ?? 'not-found'];
