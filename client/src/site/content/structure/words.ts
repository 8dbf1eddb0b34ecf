import { frame } from './frame.ts';

/** The words of a language: those of every page, and how to load the rest. */
export const words = {
  frame,
  load: {
    about: () => import('./about.ts'),
    ccpa: () => import('./ccpa.ts'),
    contact: () => import('./contact.ts'),
    dpa: () => import('./dpa.ts'),
    gdpr: () => import('./gdpr.ts'),
    impressum: () => import('./impressum.ts'),
    mail: () => import('./mail.ts'),
    privacy: () => import('./privacy.ts'),
    signup: () => import('./signup.ts'),
    terms: () => import('./terms.ts'),
  },
};
