import type { MailingWords } from './list.ts';
import type { SignupTexts } from './signup-texts.ts';
import type { SignupType } from './signups.ts';
import type { Offers, Place, Site } from './site.ts';
import type { Language } from './site-languages.ts';

/**
 * What the browser must know at run time, as one JSON block `#page-data` in every page. It needs no extra request and
 * holds nothing about the visitor except whether the request had `Sec-GPC: 1`.
 */
export interface PageData {
  site: Omit<Site, 'offers'>;
  /** What people get who sign up, in the language of this page. */
  offers: Offers;
  /** What the form's entries are for, where they are kept, and who else receives what, in that language. */
  entryNote: string;
  /** What leads to the notices of California, in that language. Only of a company in the United States. */
  californiaNotice?: string;
  language: Language;
  /** The languages that the site is offered in, English first. */
  languages: readonly Language[];
  publicKey: string;
  /** The consent revision in force, which the server decides. */
  revision: number;
  /** SHA-256 in hex of the consent text on this page: the proof of what was agreed to. */
  textHash: string;
  /** By language, the revision since which its text is the same. Earlier answers to that text no longer count. */
  textsSince: Readonly<Partial<Record<Language, number>>>;
  /** The host that events are passed on to; null when PostHog is not configured. */
  posthogHost: string | null;
  /** Only where PostHog is asked to delete what an erasure concerns. */
  asksPosthogToDelete?: true;
  /** The project key that posthog-js sends; null when events leave by our own beacon. */
  posthogToken: string | null;
  /** True when this copy of the page answers a request with `Sec-GPC: 1`. */
  gpc: boolean;
  /** `EVENT_RETENTION_DAYS` and `SIGNUP_RETENTION_DAYS`, which the legal pages name. */
  eventRetentionDays: number;
  signupRetentionDays: number;
  /** Only where a message asks for a confirmation: `UNCONFIRMED_RETENTION_DAYS`. */
  unconfirmedRetentionDays?: number;
  /** The same where somebody was asked for a confirmation earlier, even if the site sends no mail now. */
  askedRetentionDays?: number;
  /** Who else receives personal data, besides PostHog, as the configuration implies it or data/site.json says. */
  recipients: readonly Recipient[];
  /** Which of mail and PostgreSQL are at an address of this machine, without a word in data/site.json. Only where one is. */
  untoldHosts?: readonly UntoldHost[];
  /** Who received personal data earlier and may still have some. Only where there is somebody. */
  pastRecipients?: readonly PastRecipient[];
}

/** `team` is a webhook that is told who signed up (`WEBHOOK_INCLUDE=person`), `webhook` one that is only told that somebody did. */
export type Recipient =
  | 'mail'
  | 'team'
  | 'webhook'
  | 'database'
  | 'proxy'
  | 'hosting'
  | 'mailbox'
  | 'backups'
  | 'shop';

const KEEPS_EVENTS: ReadonlySet<Recipient> = new Set(['hosting', 'backups', 'database']);

/** Who may hold data without a setting that tells: only data/site.json names them, or says `null`, that there is nobody. */
const UNTOLD = ['hosting', 'mailbox', 'backups', 'shop'] as const;

/** Mail and PostgreSQL at an address of this machine tell no more: others may be behind them. */
export type UntoldHost = 'mail' | 'database';

/** Returns of whom data/site.json says nothing. While it does not, pages say neither that data stays here nor that nobody has it. */
export const untoldOf = ({
  site: { recipients, backupDays },
  untoldHosts = [],
}: Pick<PageData, 'untoldHosts'> & { site: Pick<Site, 'recipients' | 'backupDays'> }) => [
  ...UNTOLD.filter(
    (who) => recipients?.[who] === undefined && !(who === 'backups' && backupDays === 0),
  ),
  ...untoldHosts,
];

export interface PastRecipient {
  /** `team` is a webhook that was told who signed up, `provider` whom data/site.json names. */
  who: 'posthog' | 'team' | 'provider';
  /** The host of PostHog, or the name of the other, if the team's service had one. */
  name: string | null;
  /** The day after which it received nothing: `2026-03-14`. */
  until: string;
  /** Where a `provider` processed data, as data/site.json says. */
  place?: Place;
  /** Set where an erasure still asks it to delete. */
  isAsked?: true;
}

/** Returns the host of the PostHog that has people's events, or may have some from earlier; null without one. */
export const posthogHostOf = ({
  posthogHost,
  pastRecipients = [],
}: Pick<PageData, 'posthogHost' | 'pastRecipients'>): string | null =>
  posthogHost ?? pastRecipients.find(({ who }) => who === 'posthog')?.name ?? null;

/** PostHog, Inc. is in the United States wherever its servers are. */
export const isPosthogCloud = (host: string): boolean => host.endsWith('.posthog.com');

/** What the words of the consent question depend on. */
export type ConsentFacts = EventsKept & Pick<PageData, 'eventRetentionDays'>;

/** What tells where events are kept. */
type EventsKept = Pick<PageData, 'posthogHost' | 'recipients' | 'untoldHosts'> & {
  site: Pick<Site, 'company' | 'recipients' | 'backupDays'>;
};

/**
 * Returns where events are kept: on servers that providers run (`handled`), on the company's own and nowhere else (`stays`), or
 * here, without a word about who else sees them (`kept`).
 */
export function keptWhere({ posthogHost, recipients, ...facts }: EventsKept) {
  const has = (...all: Recipient[]) => all.some((who) => recipients.includes(who));
  if (has('database', 'hosting')) return 'handled';
  const isAlone = posthogHost === null && !has('proxy', 'backups');
  const isTold = untoldOf(facts).every((who) => !KEEPS_EVENTS.has(who));
  return isAlone && isTold ? 'stays' : 'kept';
}

/** Returns whether a message asks people to confirm their address. */
export const sendsMail = ({
  unconfirmedRetentionDays,
}: Pick<PageData, 'unconfirmedRetentionDays'>): boolean => unconfirmedRetentionDays !== undefined;

/** Vite's `manifest.json`. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

export interface RenderInput {
  /** The site's own promises, if any, are among its other data. The words are added. */
  data: Omit<PageData, 'site' | 'offers' | 'entryNote' | 'californiaNotice'> & { site: Site };
  /** Vite's manifest of the client build; null in development, where Vite serves the modules. */
  manifest: Manifest | null;
}

export interface GrowthPageInput {
  site: Pick<Site, 'brand'>;
  /** The canonical address; null while nobody has set it. */
  siteUrl: string | null;
  /** Whether the site asks people by mail to confirm their address. */
  sendsMail: boolean;
  /** In which the site is offered. */
  languages: readonly Language[];
  manifest: Manifest | null;
}

/** The pages that links of messages lead to, before and after their one button was pressed. */
export const MAIL_PAGES = [
  'confirm',
  'confirmed',
  'already',
  'expired',
  'removed',
  'unknown',
  'sent-again',
  'too-soon',
  'restricted',
  'no-mail',
  'too-many',
  'leave',
  'declined',
  'left',
  'blocked',
  'left-later',
  'invitation',
  'redeemed',
  'redeemed-open',
  'redeemed-before',
  'redeemed-again',
  'invitation-expired',
  'invitation-over',
  'invitation-withdrawn',
  'invitation-renewed',
  'invitation-used',
] as const;
export type MailPage = (typeof MAIL_PAGES)[number];

export interface MailPageMore {
  /** The signup that the link is about. */
  entered?: EnteredWords;
  /** Whether it can still be confirmed, or is `already`. */
  state?: 'open' | 'expired' | 'already';
  /** Where its button leads. */
  openUrl?: string;
  /** The operator's own words in place of the page's. */
  text?: string;
  /** Whether it gets the message at the launch. */
  getsLaunch?: boolean;
  /** The discount code of a confirmed signup. */
  code?: string;
}

/** What somebody entered in the form. Of the address it shows enough to recognise it: others may see the page. */
export interface EnteredWords extends Omit<SignupTexts, 'email'> {
  maskedEmail: string;
  signupType: SignupType;
}

interface MessageInput {
  language: Language;
  site: Site;
  /** Empty when the message should not repeat it. */
  name: string;
  leaveUrl: string;
}

export interface ConfirmMessageInput extends MessageInput {
  signupType: SignupType;
  code: string;
  confirmUrl: string;
  /** `UNCONFIRMED_RETENTION_DAYS`. */
  unconfirmedRetentionDays: number;
}

/** A message to one person on the list. */
export type ListMessageInput = MessageInput &
  (
    | { kind: 'invitation'; url: string }
    | { kind: 'declined' }
    /** Its words, in this language, with all placeholders replaced, and for what kind of signup they have a code, if any. */
    | { kind: 'mailing'; words: MailingWords; code: SignupType | null }
  );

/** The words of the consent dialogs, as data. Their hash goes into the proof, and the text is stored under its hash. */
export interface ConsentText {
  language: Language;
  title: string;
  description: string;
  accept: string;
  reject: string;
  manage: string;
  save: string;
  policyLink: string;
  preferencesTitle: string;
  analyticsTitle: string;
  analyticsDescription: string;
  /** Who is responsible, for what, for how long, and how to withdraw. */
  information: string;
}

/**
 * The built `entry-server`, the only part of the client that the server loads. It renders pages and knows their words.
 * It has no state and uses neither the network nor the disk.
 */
export interface RenderModule {
  /** The languages that have words, English first. */
  languages: readonly Language[];
  /** Every path that answers 200, without the prefix of a language. Any other path renders the not-found page. */
  paths: readonly string[];
  /** Renders a whole HTML document in the language of its data. Unknown paths give 404. */
  render(path: string, input: RenderInput): Promise<{ status: 200 | 404; html: string }>;
  /** Renders the document of the growth console: a shell without data, which its script fills. */
  growthPage(input: GrowthPageInput): Promise<string>;
  /**
   * Renders the document of a page that a link in a message leads to.
   *
   * @param more what the page shows of one person
   */
  mailPage(page: MailPage, input: RenderInput, more?: MailPageMore): Promise<string>;
  /** Returns the message that asks somebody to confirm an address. */
  confirmMessage(
    input: ConfirmMessageInput,
  ): Promise<{ subject: string; text: string; html: string }>;
  listMessage(input: ListMessageInput): Promise<{ subject: string; text: string; html: string }>;
  /** Returns the sentence beside the form that says what messages follow a signup. */
  signupWording(language: Language, sendsMail: boolean): Promise<string>;
  /** Returns the sentence by which somebody who confirms a signup of a kind agrees to the message at the launch. */
  launchText(
    language: Language,
    kind: SignupType,
    site: Pick<Site, 'company' | 'brand'>,
  ): Promise<string>;
  consentText(language: Language, facts: ConsentFacts): Promise<ConsentText>;
  webManifest(site: Site, language: Language): Promise<object>;
}
