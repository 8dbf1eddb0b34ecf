import { frame } from './frame.ts';

/** The words of a language: those of every page, and how to load the rest. */
export const words = {
  frame,
  load: {
    ccpa: () => import('./ccpa.ts'),
    gdpr: () => import('./gdpr.ts'),
    mail: () => import('./mail.ts'),
    privacy: () => import('./privacy.ts'),
    signup: () => import('./signup.ts'),
  },
};
