import type { Site } from '#shared/site';

export interface PageMeta {
  path: string;
  /** What links to the page say. */
  label: string;
  /** Which part of the footer the page stands in. */
  group: 'home' | 'company' | 'legal';
  title(site: Site): string;
  /** For search results: 50 to 160 characters. */
  description(site: Site): string;
  keywords: readonly string[];
}

/** Every page that answers 200, in the order of the footer. */
export const pages: readonly PageMeta[] = [
  {
    path: '/',
    label: 'Home',
    group: 'home',
    title: ({ brand }) => `${brand}: broadcast-ready AI dubbing in 50+ languages`,
    description: ({ brand }) =>
      `${brand} dubs video into 50+ languages with 99.9% accuracy, 10x faster than manual dubbing and ready for broadcast. Join the waitlist or apply for the beta.`,
    keywords: [
      'AI dubbing',
      'video localization',
      'video translation',
      'voice synthesis',
      'broadcast-ready dubbing',
    ],
  },
  {
    path: '/about',
    label: 'About',
    group: 'company',
    title: ({ brand }) => `About ${brand}`,
    description: ({ brand }) =>
      `What ${brand} is for: our mission, our vision, what the dubbing toolkit does and why its results stand beside manual work.`,
    keywords: ['about', 'AI dubbing company', 'mission', 'video localization'],
  },
  {
    path: '/cookies',
    label: 'Cookie policy',
    group: 'legal',
    title: ({ brand }) => `Cookie policy · ${brand}`,
    description: () =>
      'The one cookie this site sets, what it holds and for how long, what is measured only with your consent, and how to change your choice.',
    keywords: ['cookie policy', 'consent', 'analytics', 'privacy'],
  },
];

export const notFoundMeta: Omit<PageMeta, 'path' | 'group'> = {
  label: 'Not found',
  title: ({ brand }) => `Page not found · ${brand}`,
  description: () => 'This address does not lead to a page of this site.',
  keywords: [],
};

export const findPage = (path: string) => pages.find((page) => page.path === path);
