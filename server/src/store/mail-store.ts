import { DAY_MS, LINK_DAYS, MINUTE_MS } from '#shared/limits';
import type { SignupTexts } from '#shared/signup-texts';
import type { SignupType } from '#shared/signups';
import type { Language } from '#shared/site-languages';

/** How long the link and the code of a message are valid after it was sent. */
export const VALID_MS = LINK_DAYS * DAY_MS;

/** The reason of a message whose attempt goes on beside others, in any process. It may yet count for the hour. */
export const GOES_ON = 'no answer yet';
/** When it is tried again if its process dies. Longer than any attempt (smtp.ts). */
export const GOES_ON_MS = 5 * MINUTE_MS;

/** The kinds of mail, the first one first: what the team sends to one person or is told, what strangers ask for, and mailings. */
export const MAIL_KINDS = ['team', 'asked', 'mailing'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * The priorities of a kind. From `first` on, a message may use the quarter of its share that is kept: what the team is told, unlike an
 * invitation, and what a client asks for first. Each further message of a client has one less.
 */
export const PRIORITIES = {
  team: { lowest: 1, first: 2, highest: 2_000_000_000 },
  asked: { lowest: -999_999, first: 0, highest: 0 },
  mailing: { lowest: -1_000_000, first: -1_000_000, highest: -1_000_000 },
} as const satisfies Record<MailKind, unknown>;

/** What servers had of each kind in the last hour, or may yet have. */
export type MailHour = Record<
  MailKind,
  {
    sent: number;
    /** When the first of these left; null without any. */
    since: number | null;
    /** Whether one of this kind is due. */
    waits: boolean;
  }
>;

/** A message that asks for a confirmation. The store keeps hashes of its token and code, and both until it was sent. */
export interface ConfirmationRequest {
  /** The id of the message, from which its `Message-ID` is made. */
  id: string;
  token: string;
  code: string;
  at: number;
  /** When it may be sent, and before which others: mail/client-turns.ts. */
  dueAt: number;
  priority: number;
}

/** A message to a webhook, or to a fixed address. The store adds what it knows of the signup that the message is about. */
export interface NewNotice {
  id: string;
  recipient: string;
  /** The type of the message, such as `signup.created`. */
  kind: string;
  /** Without personal data. */
  payload: Readonly<Record<string, unknown>>;
  at: number;
}

/** Returns the messages that tell of a signup that was removed. They are queued in the same transaction. */
export type ToldOfRemoved = (
  signup: RemovedSignup & {
    /** Set if nobody confirmed it in time, or if it goes with another one of its address. */
    unconfirmed?: boolean;
  },
) => NewNotice[];

export type RemovedSignup = Pick<MessageSignup, 'id' | 'signupType' | 'createdAt'>;

/** The kind of a message that says that a signup was removed. It is never given up: its receiver may have to delete a copy. */
export const LEFT = 'signup.left';

/** The recipient of what asks PostHog to delete. */
export const TO_POSTHOG = 'posthog';

/** Statuses with which a receiver refuses this message, or every message until somebody changes a setting. */
export const REFUSING_STATUSES: readonly string[] = [
  '400',
  '403',
  '404',
  '405',
  '413',
  '415',
  '422',
];

export interface OutboxQueue {
  /** `mail`, `posthog`, or the name of a webhook. */
  recipient: string;
  now: number;
  /** The most messages in an hour; null without a limit. */
  hourly: number | null;
  /** A message that is only returned if no other is due. */
  passOver?: string | null;
  /** From when a message of a mailing may be sent. */
  mailingsFrom?: number;
}

export interface NextMessage {
  /** Null when none is due. */
  message: OutboxMessage | null;
  /** When the next message is due; null when none waits. */
  dueAt: number | null;
  /** When the hour may allow the message; null when it allows it now. */
  freeAt: number | null;
}

export interface OutboxMessage {
  id: string;
  kind: string;
  payload: Readonly<Record<string, unknown>>;
  priority: number;
  /** Attempts so far. */
  attempts: number;
  /** When a server had the whole message and did not answer; null when none had. */
  handedOverAt: number | null;
  createdAt: number;
  /** The person that it is about, or to whom it goes. */
  signup: MessageSignup | null;
}

/** A part of the stored signup. */
export interface MessageSignup extends SignupTexts {
  id: string;
  signupType: SignupType;
  /** Null when it is not known. */
  language: Language | null;
  createdAt: number;
}

export type MessageSettlement =
  | { outcome: 'sent'; at: number }
  /**
   * Try again later. `handedOverAt`: when a server had the whole message and did not answer. `attempts`: where this one does
   * not count.
   */
  | {
      outcome: 'retry';
      dueAt: number;
      handedOverAt?: number | null;
      attempts?: number | null;
      reason: string;
    }
  /** Set aside: the receiver refused it for good, or too many attempts failed. */
  | { outcome: 'refused' | 'given_up'; at: number; handedOverAt?: number | null; reason: string };

export interface MailState {
  waiting: number;
  /** When the oldest waiting message was queued. */
  waitingSince: number | null;
  /** Since when one has been due, if no limit of ours holds it back; it may be to come. */
  overdueSince: number | null;
  /** The same for those that the server has not postponed: it may do so for the sake of one receiver. */
  unansweredSince: number | null;
  /** In the last day or so. */
  sent: number;
  lastSentAt: number | null;
  refused: number;
  givenUp: number;
}

export interface MailReason {
  state: 'waiting' | 'refused' | 'given_up';
  reason: string;
  count: number;
}

export interface WebhookState {
  recipient: string;
  waiting: number;
  /** When the oldest waiting message was queued. */
  waitingSince: number | null;
  /** When the oldest waiting message that somebody left was queued. */
  leftSince: number | null;
  givenUp: number;
  /** When its receiver answered 410. */
  offSince: number | null;
  /** Why the first waiting message was not accepted. */
  reason: string | null;
}
