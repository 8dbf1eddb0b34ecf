import * as frame from './frame.ts';

/** The words of this language: those of every page, and how to load the rest. */
export const index = {
  frame,
  load: {
    home: () => import('./home.ts'),
    signup: () => import('./signup.ts'),
    consent: () => import('./consent.ts'),
    mail: () => import('./mail.ts'),
    heads: () => import('./heads.ts'),
    'not-found': () => import('./not-found.ts'),
    info: () => import('./info.ts'),
    about: () => import('./about.ts'),
    contact: () => import('./contact.ts'),
    privacy: () => import('./privacy.ts'),
    terms: () => import('./terms.ts'),
    cookies: () => import('./cookies.ts'),
    ccpa: () => import('./ccpa.ts'),
    gdpr: () => import('./gdpr.ts'),
    dpa: () => import('./dpa.ts'),
    impressum: () => import('./impressum.ts'),
  },
};
