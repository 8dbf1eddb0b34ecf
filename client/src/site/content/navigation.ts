/** Links of the header, by the id of the section on the home page. */
export const sectionLinks = [
  { id: 'features', label: 'Features' },
  { id: 'pipeline', label: 'Pipeline' },
  { id: 'benefits', label: 'Benefits' },
] as const;

/** The two paths to sign up, as the header and the menu call them before and after a signup. */
export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: 'Notify me', done: 'On the list' },
  { type: 'beta', variant: 'beta', label: 'Beta Access', done: 'Applied' },
] as const;

export const navigationText = {
  skip: 'Skip to content',
  mainNav: 'Main',
  menu: 'Menu',
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
