import type { PageHeads } from '../pages.ts';
import type { SocialImageText } from '../social-image.ts';

/** For the browser's tab, search results and link previews. */
export const heads: PageHeads = {
  '/': {
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
  '/about': {
    title: ({ brand }) => `About ${brand}`,
    description: ({ brand }) =>
      `Why we make ${brand}: our mission, our vision, what the dubbing toolkit does and why its results rival manual work.`,
    keywords: ['about', 'AI dubbing company', 'mission', 'video localization'],
  },
  '/contact': {
    title: ({ brand }) => `Contact · ${brand}`,
    description: ({ brand }) =>
      `How to reach the people behind ${brand}: e-mail, phone, postal address, and a form that opens your own mail program.`,
    keywords: ['contact', 'support', 'AI dubbing', 'e-mail', 'phone'],
  },
  '/privacy': {
    title: ({ brand }) => `Privacy policy · ${brand}`,
    description: () =>
      'What this website keeps about you, why, for how long and who receives it, what it measures only with your consent, and your rights.',
    keywords: ['privacy policy', 'data protection', 'personal data', 'consent'],
  },
  '/terms': {
    title: ({ brand }) => `Terms of use · ${brand}`,
    description: ({ brand }) =>
      `The terms for this website, the waitlist and the beta of ${brand}: permitted use, availability, ownership of your content, liability and governing law.`,
    keywords: ['terms of use', 'licence', 'content ownership', 'liability'],
  },
  '/cookies': {
    title: ({ brand }) => `Cookie policy · ${brand}`,
    description: () =>
      'The one cookie this site sets, what it holds and for how long, what is measured only with your consent, and how to change your choice.',
    keywords: ['cookie policy', 'consent', 'analytics', 'privacy'],
  },
  '/ccpa': {
    title: ({ brand }) => `CCPA notice for California residents · ${brand}`,
    description: () =>
      'Your rights under the California Consumer Privacy Act: to know, to delete, to opt out and to non-discrimination. We answer within 45 days.',
    keywords: ['CCPA', 'California', 'privacy rights', 'do not sell', 'Global Privacy Control'],
  },
  '/gdpr': {
    title: ({ brand }) => `GDPR notice · ${brand}`,
    description: () =>
      'Your rights under the General Data Protection Regulation and how to use them, legal bases, transfers and retention. We respond within one month.',
    keywords: ['GDPR', 'data protection', 'legal bases', 'right of access', 'erasure'],
  },
  '/dpa': {
    title: ({ brand }) => `Data processing agreement · ${brand}`,
    description: ({ brand }) =>
      `How ${brand} treats personal data in the videos you dub: controller and processor, processing details, security, subprocessors and breaches.`,
    keywords: ['data processing agreement', 'DPA', 'Art. 28 GDPR', 'processor', 'subprocessors'],
  },
  '/impressum': {
    title: ({ brand }) => `Impressum · ${brand}`,
    description: ({ company }) =>
      `German legal notice of ${company}: address, managing director, commercial register, VAT identification number, contact and disclaimer (§ 5 DDG).`,
    keywords: ['Impressum', 'legal notice', 'company', 'register', 'VAT'],
  },
  'not-found': {
    title: ({ brand }) => `Page not found · ${brand}`,
    description: () => 'This address does not lead to a page of this site.',
    keywords: [],
  },
};

/** On the picture that stands for a page where a link to it is shared. */
export const socialImageText: SocialImageText = {
  label: 'AI dubbing toolkit',
  headline: ['Broadcast-ready dubbing', 'in 50+ languages.'],
};

/** Describes the picture that stands for a page where a link to it is shared. */
export const socialImageAlt = (headline: string) =>
  `“${headline}” above an editing timeline: an original track and its dubbed tracks.`;

/** Shown when a page's code cannot be loaded, even after a reload. Served with every page. */
export const unfinishedText = {
  text: 'Part of this page could not be loaded.',
  link: 'Load it again',
};

/** Asked before a link to another language, if the visitor has typed something. */
export const lossQuestion: string =
  'Changing the language deletes what you have typed. Do you want to change it?';
