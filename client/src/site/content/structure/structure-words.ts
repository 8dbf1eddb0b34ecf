import { frame } from './frame.ts';

/** The words of a language: those of every page, and how to load the rest. */
export const words = {
  frame,
  load: {
    accessibility: () => import('./accessibility.ts'),
    about: () => import('./about.ts'),
    ccpa: () => import('./ccpa.ts'),
    consent: () => import('./consent.ts'),
    contact: () => import('./contact.ts'),
    cookies: () => import('./cookies.ts'),
    dpa: () => import('./dpa.ts'),
    gdpr: () => import('./gdpr.ts'),
    heads: () => import('./heads.ts'),
    home: () => import('./home.ts'),
    impressum: () => import('./impressum.ts'),
    info: () => import('./info.ts'),
    mail: () => import('./mail.ts'),
    'not-found': () => import('./not-found.ts'),
    offers: () => import('./offers.ts'),
    privacy: () => import('./privacy.ts'),
    signup: () => import('./signup.ts'),
    terms: () => import('./terms.ts'),
  },
};
