import type { PagePath } from '../page-list.ts';
import { frame as m } from '../site-messages.ts';

/** The words of every page. */
export const frame = {
  /** Links of the header, by the id of the section on the home page. */
  sectionLinks: [
    { id: 'features', label: m.sections.features },
    { id: 'pipeline', label: m.sections.pipeline },
    { id: 'benefits', label: m.sections.benefits },
  ],
  /** The two paths to sign up, as the header and the menu call them before and after a signup. */
  callsToAction: [
    { type: 'notifyme', variant: 'notify', ...m.signup.notifyme },
    { type: 'beta', variant: 'beta', ...m.signup.beta },
  ],
  navigationText: m.navigation,
  toastText: m.toasts,
  footerText: m.footer,
  /** What links to the pages say. */
  pageLabels: {
    '/': m.pages.home,
    '/about': m.pages.about,
    '/contact': m.pages.contact,
    '/privacy': m.pages.privacy,
    '/terms': m.pages.terms,
    '/cookies': m.pages.cookies,
    '/ccpa': m.pages.ccpa,
    '/gdpr': m.pages.gdpr,
    '/dpa': m.pages.dpa,
    '/impressum': m.pages.impressum,
    '/accessibility': m.pages.accessibility,
  } satisfies Record<PagePath, string>,
  /** Shown in place of a page in which something has failed. */
  failedContent: m.failed,
} as const;
