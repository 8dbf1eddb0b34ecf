import type { Typed } from '#shared/message-types';
import type { Language } from '#shared/site-languages';
import type { Placeholders } from './site-placeholders.ts';

/**
 * The words of a structure. They have no value here: the build makes each structure once for each language, with the words
 * of its catalogs in place of these names (scripts/vite/messages-plugin.ts).
 */
export declare const about: Words<typeof import('./en/about.json'), 'about'>;
export declare const accessibility: Words<
  typeof import('./en/accessibility.json'),
  'accessibility'
>;
export declare const ccpa: Words<typeof import('./en/ccpa.json'), 'ccpa'>;
export declare const consent: Words<typeof import('./en/consent.json'), 'consent'>;
export declare const contact: Words<typeof import('./en/contact.json'), 'contact'>;
export declare const cookies: Words<typeof import('./en/cookies.json'), 'cookies'>;
export declare const dpa: Words<typeof import('./en/dpa.json'), 'dpa'>;
export declare const frame: Words<typeof import('./en/frame.json'), 'frame'>;
export declare const gdpr: Words<typeof import('./en/gdpr.json'), 'gdpr'>;
export declare const heads: Words<typeof import('./en/heads.json'), 'heads'>;
export declare const home: Words<typeof import('./en/home.json'), 'home'>;
export declare const impressum: Words<typeof import('./en/impressum.json'), 'impressum'>;
export declare const info: Words<typeof import('./en/info.json'), 'info'>;
export declare const mail: Words<typeof import('./en/mail.json'), 'mail'>;
export declare const notFound: Words<typeof import('./en/not-found.json'), 'not-found'>;
export declare const offers: Words<typeof import('./en/offers.json'), 'offers'>;
export declare const privacy: Words<typeof import('./en/privacy.json'), 'privacy'>;
export declare const processing: Words<typeof import('./en/processing.json'), 'processing'>;
export declare const signup: Words<typeof import('./en/signup.json'), 'signup'>;
export declare const terms: Words<typeof import('./en/terms.json'), 'terms'>;
/** The language that a structure is made for. */
export declare const language: Language;
/** What stands between two sentences of this language. */
export declare const gap: '' | ' ';

type Words<Json extends { default: unknown }, Path extends string> = Typed<
  Json['default'],
  Path,
  Placeholders
>;
