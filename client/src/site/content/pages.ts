import type { Site } from '#shared/site';

export interface PageMeta {
  path: string;
  /** What links to the page say. */
  label: string;
  /** The part of the footer that links to the page. */
  group: 'home' | 'company' | 'legal';
  /** The page's heading in the lines of its social image: without the brand, which the build does not know. */
  headline: readonly string[];
  title(site: Site): string;
  /** For search results: 50 to 160 characters. */
  description(site: Site): string;
  keywords: readonly string[];
}

/** Every page that answers 200, in the order of the footer. */
export const pages = [
  {
    path: '/',
    label: 'Home',
    group: 'home',
    headline: ['Broadcast-ready dubbing', 'in 50+ languages.'],
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
    headline: ['Every story deserves', 'its own voice,', 'in every language'],
    title: ({ brand }) => `About ${brand}`,
    description: ({ brand }) =>
      `Why we make ${brand}: our mission, our vision, what the dubbing toolkit does and why its results rival manual work.`,
    keywords: ['about', 'AI dubbing company', 'mission', 'video localization'],
  },
  {
    path: '/contact',
    label: 'Contact',
    group: 'company',
    headline: ['Talk to us'],
    title: ({ brand }) => `Contact · ${brand}`,
    description: ({ brand }) =>
      `How to reach the people behind ${brand}: e-mail, phone, postal address, and a form that opens your own mail program.`,
    keywords: ['contact', 'support', 'AI dubbing', 'e-mail', 'phone'],
  },
  {
    path: '/privacy',
    label: 'Privacy policy',
    group: 'legal',
    headline: ['Privacy policy'],
    title: ({ brand }) => `Privacy policy · ${brand}`,
    description: () =>
      'What this website keeps about you, why, for how long and who receives it, what it measures only with your consent, and your rights.',
    keywords: ['privacy policy', 'data protection', 'personal data', 'consent'],
  },
  {
    path: '/terms',
    label: 'Terms',
    group: 'legal',
    headline: ['Terms of use'],
    title: ({ brand }) => `Terms of use · ${brand}`,
    description: ({ brand }) =>
      `The terms for this website, the waitlist and the beta of ${brand}: permitted use, availability, ownership of your content, liability and governing law.`,
    keywords: ['terms of use', 'licence', 'content ownership', 'liability'],
  },
  {
    path: '/cookies',
    label: 'Cookie policy',
    group: 'legal',
    headline: ['Cookie policy'],
    title: ({ brand }) => `Cookie policy · ${brand}`,
    description: () =>
      'The one cookie this site sets, what it holds and for how long, what is measured only with your consent, and how to change your choice.',
    keywords: ['cookie policy', 'consent', 'analytics', 'privacy'],
  },
  {
    path: '/ccpa',
    label: 'CCPA',
    group: 'legal',
    headline: ['Notice for', 'California residents'],
    title: ({ brand }) => `CCPA notice for California residents · ${brand}`,
    description: () =>
      'Your rights under the California Consumer Privacy Act: to know, to delete, to opt out and to non-discrimination. We answer within 45 days.',
    keywords: ['CCPA', 'California', 'privacy rights', 'do not sell', 'Global Privacy Control'],
  },
  {
    path: '/gdpr',
    label: 'GDPR',
    group: 'legal',
    headline: ['Your rights', 'under the GDPR'],
    title: ({ brand }) => `GDPR notice · ${brand}`,
    description: () =>
      'Your rights under the General Data Protection Regulation and how to use them, legal bases, transfers and retention. We respond within one month.',
    keywords: ['GDPR', 'data protection', 'legal bases', 'right of access', 'erasure'],
  },
  {
    path: '/dpa',
    label: 'DPA',
    group: 'legal',
    headline: ['Data processing', 'agreement'],
    title: ({ brand }) => `Data processing agreement · ${brand}`,
    description: ({ brand }) =>
      `How ${brand} treats personal data in the videos you dub: controller and processor, processing details, security, subprocessors and breaches.`,
    keywords: ['data processing agreement', 'DPA', 'Art. 28 GDPR', 'processor', 'subprocessors'],
  },
  {
    path: '/impressum',
    label: 'Impressum',
    group: 'legal',
    headline: ['Impressum'],
    title: ({ brand }) => `Impressum · ${brand}`,
    description: ({ company }) =>
      `German legal notice of ${company}: address, managing director, commercial register, VAT identification number, contact and disclaimer (§ 5 DDG).`,
    keywords: ['Impressum', 'legal notice', 'company', 'register', 'VAT'],
  },
] as const satisfies readonly PageMeta[];
export type PagePath = (typeof pages)[number]['path'];

export const notFoundMeta: Omit<PageMeta, 'path' | 'group' | 'headline'> = {
  label: 'Not found',
  title: ({ brand }) => `Page not found · ${brand}`,
  description: () => 'This address does not lead to a page of this site.',
  keywords: [],
};

export const findPage = (path: string) => pages.find((page) => page.path === path);
