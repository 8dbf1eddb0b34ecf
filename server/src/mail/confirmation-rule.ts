import { createHash } from 'node:crypto';
import { DAY_MS } from '#shared/limits';
import { mailboxOf } from '../lib/mailbox.ts';
import { VALID_MS } from '../store/mail-store.ts';

/** Of how many signups of an address codes are compared: more than its mailbox gets messages while a code is valid. */
export const MAX_CODES = 30;
/** The most wrong codes for one message, from all clients together. Its code then no longer works; its link and later codes do. */
const MAX_GUESSES = 100;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

export const hashToken = (token: string): string => sha256(token);
/** It is deleted with the signup, and otherwise a day after the message was sent. */
export const hashMailbox = (email: string): string => sha256(mailboxOf(email));
/** What the team sends to people on the list counts apart. Strangers can ask for the other messages, and would keep it back. */
export const hashMailboxOfList = (email: string): string => sha256(`list ${mailboxOf(email)}`);
/** The id makes equal codes of two signups differ. It says nothing about the person once the signup is deleted. */
export const hashCode = (signupId: string, code: string): string => sha256(`${signupId} ${code}`);

export const expiryOf = (sentAt: number): number => sentAt + VALID_MS;

/** Time after which a due time must come from a wrong clock. No message waits longer. */
export const MAX_DELAY_MS = VALID_MS + DAY_MS;

/** SQL for whether a signup's message waits to be sent. The signup's id stands for `id`. */
export const waitsSql = <const Id extends string>(id: Id) =>
  `EXISTS (SELECT 1 FROM outbox WHERE outbox.signup_id = ${id} AND outbox.kind = 'confirmation' AND outbox.state = 'waiting')` as const;

/**
 * SQL for whether a signup is unconfirmed and its first message expired before the parameter `unconfirmed`. Signups that
 * were never sent a message keep the normal retention, and so does one whose message still waits or was given up.
 */
export const UNCONFIRMED_SQL =
  `(confirmed_at IS NULL AND asked_at IS NOT NULL AND NOT ${waitsSql('notifyme_signups.id')}
  AND (SELECT min(expires_at) FROM confirmations WHERE signup_id = notifyme_signups.id) < {unconfirmed:time?})` as const;

/**
 * SQL for the words with which an unconfirmed signup's latest message was set aside; null otherwise. The signup's row is
 * named `signups`.
 */
export const REFUSAL_SQL = `(SELECT outbox.reason FROM outbox
  WHERE signups.confirmed_at IS NULL AND outbox.signup_id = signups.id AND outbox.kind = 'confirmation' AND outbox.state IN ('refused', 'given_up')
    AND outbox.created_at = (SELECT max(asked.created_at) FROM confirmations AS asked WHERE asked.signup_id = signups.id)
  LIMIT 1)` as const;

/** SQL for a signup's `Confirmation`; null if it was never asked. */
export const CONFIRMATION_SQL = `CASE WHEN signups.confirmed_at IS NOT NULL THEN 'confirmed'
  WHEN ${REFUSAL_SQL} IS NOT NULL THEN 'refused'
  WHEN EXISTS (SELECT 1 FROM confirmations AS asked WHERE asked.signup_id = signups.id) THEN 'waiting' END` as const;

/** A code that a signup was sent, or that waits. */
export interface AskedCode {
  signupId: string;
  codeHash: string;
  /** How many wrong codes were tried while this one was there. */
  tries: number;
  expiresAt: number;
}

/** Whether a link or a code works. One that expires later than any can is from a clock that was wrong. */
export const isValid = (expiresAt: number, now: number): boolean =>
  now < expiresAt && expiresAt <= now + MAX_DELAY_MS;

export const fits = ({ codeHash, tries, expiresAt }: AskedCode, hash: string, now: number) =>
  codeHash === hash && isValid(expiresAt, now) && tries < MAX_GUESSES;
