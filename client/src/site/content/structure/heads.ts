import { heads as m } from '../messages.ts';
import type { PageHeads } from '../pages.ts';

/** For the browser's tab, search results and link previews. */
export const heads: PageHeads = {
  '/': {
    title: m.home.title,
    description: m.home.description,
    keywords: m.home.keywords,
  },
  '/about': {
    title: m.about.title,
    description: m.about.description,
    keywords: m.about.keywords,
  },
  '/contact': {
    title: m.contact.title,
    description: m.contact.description,
    keywords: m.contact.keywords,
  },
  '/privacy': {
    title: m.privacy.title,
    description: () => m.privacy.description,
    keywords: m.privacy.keywords,
  },
  '/terms': {
    title: m.terms.title,
    description: m.terms.description,
    keywords: m.terms.keywords,
  },
  '/cookies': {
    title: m.cookies.title,
    description: () => m.cookies.description,
    keywords: m.cookies.keywords,
  },
  '/ccpa': {
    title: m.ccpa.title,
    description: () => m.ccpa.description,
    keywords: m.ccpa.keywords,
  },
  '/gdpr': {
    title: m.gdpr.title,
    description: () => m.gdpr.description,
    keywords: m.gdpr.keywords,
  },
  '/dpa': {
    title: m.dpa.title,
    description: m.dpa.description,
    keywords: m.dpa.keywords,
  },
  '/impressum': {
    title: m.impressum.title,
    description: m.impressum.description,
    keywords: m.impressum.keywords,
  },
  'not-found': {
    title: m.notFound.title,
    description: () => m.notFound.description,
    keywords: [],
  },
};

/** On the picture that stands for a page where a link to it is shared: what the product is, and the heading in lines. */
export const socialImageText = m.socialImage;

/** Describes the picture that stands for a page where a link to it is shared. */
export const socialImageAlt = (headline: string) => m.socialImageAlt({ headline });

/** Shown when a page's code cannot be loaded, even after a reload. Served with every page. */
export const unfinishedText = m.unfinished;

/** Asked before a link to another language, if the visitor has typed something. */
export const lossQuestion = m.lossQuestion;
