import type { Typed as TypedWith } from '#shared/message-types';
import type { Language } from '#shared/site-languages';
import type aboutJson from './en/about.json';
import type accessibilityJson from './en/accessibility.json';
import type ccpaJson from './en/ccpa.json';
import type consentJson from './en/consent.json';
import type contactJson from './en/contact.json';
import type cookiesJson from './en/cookies.json';
import type dpaJson from './en/dpa.json';
import type frameJson from './en/frame.json';
import type gdprJson from './en/gdpr.json';
import type headsJson from './en/heads.json';
import type homeJson from './en/home.json';
import type impressumJson from './en/impressum.json';
import type infoJson from './en/info.json';
import type mailJson from './en/mail.json';
import type notFoundJson from './en/not-found.json';
import type offersJson from './en/offers.json';
import type privacyJson from './en/privacy.json';
import type processingJson from './en/processing.json';
import type signupJson from './en/signup.json';
import type termsJson from './en/terms.json';
import type { Placeholders } from './site-placeholders.ts';

/**
 * The words of a structure. They have no value here: the build makes each structure once for each language, with the words
 * of its catalogs in place of these names (scripts/vite/messages-plugin.ts).
 */
export declare const about: Typed<typeof aboutJson, 'about'>;
export declare const accessibility: Typed<typeof accessibilityJson, 'accessibility'>;
export declare const ccpa: Typed<typeof ccpaJson, 'ccpa'>;
export declare const consent: Typed<typeof consentJson, 'consent'>;
export declare const contact: Typed<typeof contactJson, 'contact'>;
export declare const cookies: Typed<typeof cookiesJson, 'cookies'>;
export declare const dpa: Typed<typeof dpaJson, 'dpa'>;
export declare const frame: Typed<typeof frameJson, 'frame'>;
export declare const gdpr: Typed<typeof gdprJson, 'gdpr'>;
export declare const heads: Typed<typeof headsJson, 'heads'>;
export declare const home: Typed<typeof homeJson, 'home'>;
export declare const impressum: Typed<typeof impressumJson, 'impressum'>;
export declare const info: Typed<typeof infoJson, 'info'>;
export declare const mail: Typed<typeof mailJson, 'mail'>;
export declare const notFound: Typed<typeof notFoundJson, 'not-found'>;
export declare const offers: Typed<typeof offersJson, 'offers'>;
export declare const privacy: Typed<typeof privacyJson, 'privacy'>;
export declare const processing: Typed<typeof processingJson, 'processing'>;
export declare const signup: Typed<typeof signupJson, 'signup'>;
export declare const terms: Typed<typeof termsJson, 'terms'>;
/** The language that a structure is made for. */
export declare const language: Language;
/** What stands between two sentences of this language. */
export declare const gap: '' | ' ';

type Typed<Words, Path extends string> = TypedWith<Words, Path, Placeholders>;
