import type { SendOutcome } from '../outbox/sender.ts';
import type { MessageSettlement, OutboxMessage } from '../store/mail-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The pauses after each failed attempt of one message: 48 hours in all. */
const RETRY_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  39 * MINUTE_MS,
  ...[1, 2, 4, 8, 16, 16].map((hours) => hours * HOUR_MS),
];
const GIVE_UP_MS = 48 * HOUR_MS;

/** Returns the pause after a failed attempt, by the number of attempts before. */
export const delayAfter = (attempts: number): number => RETRY_MS[attempts] ?? 16 * HOUR_MS;

/**
 * Returns what becomes of a message after an attempt.
 *
 * @param at when the attempt ended
 */
export function settlementOf(
  result: Exclude<SendOutcome, { outcome: 'gone' }>,
  { attempts, createdAt, handedOverAt: earlier }: OutboxMessage,
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
  // What was held because of the account may have had many attempts in a short time.
  const isOver = attempts >= RETRY_MS.length && at - createdAt >= GIVE_UP_MS;
  if (isOver && outcome !== 'account') return { outcome: 'given_up', at, handedOverAt, reason };
  return { outcome: 'retry', dueAt: at + delayAfter(attempts), handedOverAt, reason };
}
