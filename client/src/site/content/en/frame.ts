import { buttonNames } from '../button-names.ts';
import type { PagePath } from '../pages.ts';

/** Links of the header, by the id of the section on the home page. */
export const sectionLinks = [
  { id: 'features', label: 'Features' },
  { id: 'pipeline', label: 'Pipeline' },
  { id: 'benefits', label: 'Benefits' },
] as const;

/** The two paths to sign up, as the header and the menu call them before and after a signup. */
export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: buttonNames.header.notifyme, done: 'On the list' },
  { type: 'beta', variant: 'beta', label: buttonNames.header.beta, done: 'Applied' },
] as const;

export const navigationText = {
  skip: 'Skip to content',
  mainNav: 'Main',
  menu: 'Menu',
  language: 'Language',
  closeMenu: 'Close menu',
  backHome: 'Back to Home',
  home: (brand: string) => `${brand}, home`,
};

export const toastText = { region: 'Notifications', dismiss: 'Dismiss' };

export const footerText = {
  nav: 'Footer',
  tagline: 'AI dubbing for video. Broadcast-ready, in 50+ languages.',
  groups: { product: 'Product', company: 'Company', legal: 'Legal' },
  signup: 'Sign up',
  privacyControls: 'Your analytics choice',
  cookieSettings: 'Cookie settings',
  turnOff: 'Turn analytics off',
  state: { unknown: '', refused: 'Analytics is off.', granted: 'Analytics is on.' },
  changeChoice: 'Change my choice',
  gpc: 'Your browser sends the Global Privacy Control signal. We honour it: analytics is off.',
};

/** What links to the pages say. */
export const pageLabels = {
  '/': 'Home',
  '/about': 'About',
  '/contact': 'Contact',
  '/privacy': 'Privacy policy',
  '/terms': 'Terms',
  '/cookies': 'Cookie policy',
  '/ccpa': 'CCPA',
  '/gdpr': 'GDPR',
  '/dpa': 'DPA',
  '/impressum': 'Impressum',
} as const satisfies Record<PagePath, string>;

/** Shown in place of a page in which something has failed. */
export const failedContent = {
  heading: 'Something went wrong on this page',
  text: 'The error happened on your device. Nothing about it was sent to anyone.',
  link: 'Load it again',
};
