import type { Typed as TypedWith } from '#shared/message-types';
import type { Language } from '#shared/site-languages';
import type { Placeholders } from './site-placeholders.ts';

/**
 * The words of a structure. They have no value here: the build makes each structure once for each language, with the words
 * of its catalogs in place of these names (scripts/vite/messages-plugin.ts).
 */
export declare const about: Typed<typeof import('./en/about.json'), 'about'>;
export declare const accessibility: Typed<
  typeof import('./en/accessibility.json'),
  'accessibility'
>;
export declare const ccpa: Typed<typeof import('./en/ccpa.json'), 'ccpa'>;
export declare const consent: Typed<typeof import('./en/consent.json'), 'consent'>;
export declare const contact: Typed<typeof import('./en/contact.json'), 'contact'>;
export declare const cookies: Typed<typeof import('./en/cookies.json'), 'cookies'>;
export declare const dpa: Typed<typeof import('./en/dpa.json'), 'dpa'>;
export declare const frame: Typed<typeof import('./en/frame.json'), 'frame'>;
export declare const gdpr: Typed<typeof import('./en/gdpr.json'), 'gdpr'>;
export declare const heads: Typed<typeof import('./en/heads.json'), 'heads'>;
export declare const home: Typed<typeof import('./en/home.json'), 'home'>;
export declare const impressum: Typed<typeof import('./en/impressum.json'), 'impressum'>;
export declare const info: Typed<typeof import('./en/info.json'), 'info'>;
export declare const mail: Typed<typeof import('./en/mail.json'), 'mail'>;
export declare const notFound: Typed<typeof import('./en/not-found.json'), 'not-found'>;
export declare const offers: Typed<typeof import('./en/offers.json'), 'offers'>;
export declare const privacy: Typed<typeof import('./en/privacy.json'), 'privacy'>;
export declare const processing: Typed<typeof import('./en/processing.json'), 'processing'>;
export declare const signup: Typed<typeof import('./en/signup.json'), 'signup'>;
export declare const terms: Typed<typeof import('./en/terms.json'), 'terms'>;
/** The language that a structure is made for. */
export declare const language: Language;
/** What stands between two sentences of this language. */
export declare const gap: '' | ' ';

type Typed<Words, Path extends string> = TypedWith<Words, Path, Placeholders>;
