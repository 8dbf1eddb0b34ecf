import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import { within } from '../lib/within.ts';
import { type MessageSettlement, type OutboxMessage, VALID_MS } from '../store/mail-store.ts';
import type { AttemptResult } from './outbox/send-outcome.ts';

/** The pauses after each failed attempt of one message: 48 hours in all. */
const RETRY_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  39 * MINUTE_MS,
  ...[1, 2, 4, 8, 16, 16].map((hours) => hours * HOUR_MS),
];
/** Unlike a reply that concerns one message, this is news of the server. */
const NO_MAIL = 'the mail server cannot be used';
const GIVE_UP_MS = 48 * HOUR_MS;

/** Returns the pause after a failed attempt, by the number of attempts before. */
export const delayAfter = (attempts: number): number => RETRY_MS[attempts] ?? 16 * HOUR_MS;

/**
 * Returns what becomes of a message after an attempt.
 *
 * @param at when the attempt ended
 */
export function settlementOf(
  result: AttemptResult,
  { kind, attempts, createdAt, handedOverAt: earlier }: OutboxMessage,
  at: number,
): MessageSettlement {
  if (result.outcome === 'sent') return { outcome: 'sent', at };
  const { outcome, reason } = result;
  const handedOverAt = result.mayHaveArrived ? at : null;
  if (outcome === 'refused') return { outcome: 'refused', at, handedOverAt, reason };
  if (handedOverAt !== null && earlier !== null) {
    const unknown = `the server had it twice and did not answer: ${reason}`;
    return { outcome: 'given_up', at, handedOverAt, reason: unknown };
  }
  const isOlderThan = (ms: number) => !within(at, createdAt, ms, DAY_MS);
  // While no message can be sent, one may have many attempts in a short time.
  // A mailing may take weeks, so its age says nothing: an outage would refuse all who wait.
  const isMailing = kind === 'mailing';
  const isOver =
    outcome === 'unreachable' || result.isAboutUs
      ? !isMailing && isOlderThan(VALID_MS)
      : attempts >= RETRY_MS.length && (isMailing || isOlderThan(GIVE_UP_MS));
  if (isOver) return { outcome: 'given_up', at, handedOverAt, reason };
  const retry = { outcome: 'retry', handedOverAt, reason } as const;
  // The sender's own pause says when. The message had no attempt.
  if (outcome === 'unreachable') {
    return { ...retry, dueAt: at, attempts, reason: `${NO_MAIL}: ${reason}` };
  }
  // No server was asked.
  if (result.retryAt !== undefined) return { ...retry, dueAt: result.retryAt, attempts };
  const delayMs = delayAfter(attempts);
  // The operator may have repaired it.
  return { ...retry, dueAt: at + (result.isAboutUs ? Math.min(delayMs, HOUR_MS) : delayMs) };
}
