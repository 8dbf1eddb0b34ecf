import { createHash } from 'node:crypto';
import { DAY_MS } from '#shared/limits';
import { MAX_TRIES, VALID_MS } from '../mail-store.ts';

/** Messages to one address until it is confirmed. */
const MAX_MESSAGES = 3;
const LEAST_GAP_MS = DAY_MS;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

export const hashToken = (token: string): string => sha256(token);
/** The id makes equal codes of two signups differ. It says nothing about the person once the signup is deleted. */
export const hashCode = (signupId: string, code: string): string => sha256(`${signupId} ${code}`);

export const expiryOf = (sentAt: number): number => sentAt + VALID_MS;

/** Time after which a due time must come from a wrong clock. The longest pause between two attempts is shorter. */
export const MAX_DELAY_MS = 25 * 3_600_000;

/** SQL for whether a signup's message waits to be sent. The signup's id stands for `id`. */
export const waitsSql = <const Id extends string>(id: Id) =>
  `EXISTS (SELECT 1 FROM outbox WHERE outbox.signup_id = ${id} AND outbox.kind = 'confirmation' AND outbox.state = 'waiting')` as const;

/**
 * SQL for whether a signup is unconfirmed and its first message expired before the parameter `unconfirmed`. Signups that
 * were never sent a message keep the normal retention, and so does one whose message still waits.
 */
export const UNCONFIRMED_SQL = `(confirmed_at IS NULL AND NOT ${waitsSql('notifyme_signups.id')}
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

/**
 * Returns whether another message may be queued, given the earlier ones. While one waits, no other does: after an outage
 * they would leave together.
 */
export const mayRequest = (
  asked: readonly Pick<EarlierRequest, 'expiresAt' | 'waits'>[],
  now: number,
): boolean =>
  asked.length < MAX_MESSAGES &&
  asked.every(
    ({ expiresAt, waits }) =>
      // A clock that was wrong must not block an address for years.
      !waits && Math.abs(now - (expiresAt - VALID_MS)) >= LEAST_GAP_MS,
  );

/** A request for a confirmation that a signup was sent, or that waits. */
export interface EarlierRequest {
  /** Whether one of the signup's messages waits to be sent. */
  waits: boolean;
  codeHash: string;
  tries: number;
  expiresAt: number;
}

export type CodeVerdict =
  | { outcome: 'confirmed' }
  | { outcome: 'wrong'; triesLeft: number }
  /** No tries are left. */
  | { outcome: 'gone' };

/**
 * Judges a code by all messages of its signup. Tries are counted over all of them. An expired code is a wrong one, so that
 * the answers do not tell which addresses were sent a message.
 */
export function judgeCode(
  asked: readonly EarlierRequest[],
  hash: string,
  now: number,
): CodeVerdict {
  const tries = asked.reduce((sum, one) => sum + one.tries, 0);
  if (tries >= MAX_TRIES) return { outcome: 'gone' };
  const isRight = asked.some(({ codeHash, expiresAt }) => codeHash === hash && expiresAt > now);
  if (isRight) return { outcome: 'confirmed' };
  return { outcome: 'wrong', triesLeft: MAX_TRIES - tries - 1 };
}
