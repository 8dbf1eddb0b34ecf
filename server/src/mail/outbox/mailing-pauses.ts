import { MINUTE_MS } from '#shared/limits';
import { backoffMs } from '#shared/retry';
import type { SendOutcome } from './send-outcome.ts';

/** A few receivers may put off what others take. More in a row are no chance. */
const MANY = 5;
const PAUSES = [MINUTE_MS, 15 * MINUTE_MS] as const;

/**
 * Says from when a mailing may go on. While the server puts off each of its messages, one is tried after each pause: thousands
 * of attempts in an hour would be a reason to refuse this site, and each may end in doubt.
 *
 * @param random returns from 0 to below 1
 */
export function createMailingPauses(random: () => number) {
  let inARow = 0;
  let pausedAt = 0;
  let pauseMs = 0;
  return {
    /** Returns a time in milliseconds, or 0. A clock that was set back makes no pause longer. */
    from: (now: number): number => (now < pausedAt ? 0 : pausedAt + pauseMs),
    /** Takes the result of an attempt that ended at a time. */
    note(result: SendOutcome, at: number): void {
      if (result.outcome === 'unreachable' || (result.outcome === 'later' && result.retryAt))
        return; // no server was asked
      inARow = result.outcome === 'later' ? inARow + 1 : 0;
      pausedAt = at;
      pauseMs = inARow < MANY ? 0 : backoffMs(inARow - MANY + 1, PAUSES, random());
    },
  };
}
