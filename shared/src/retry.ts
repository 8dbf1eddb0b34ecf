import { HOUR_MS } from './limits.ts';

/** The longest pause after the first failure, and after any. A tuple, because the page has a budget of bytes. */
export type Backoff = readonly [firstMs: number, lastMs: number];

/**
 * Returns the pause after a number of failures in a row. It doubles with each of them, up to a limit, and is between
 * half of that and all of it, so that senders that failed together do not come back together.
 *
 * @param random from 0 to below 1
 */
export const backoffMs = (failures: number, [firstMs, lastMs]: Backoff, random: number): number =>
  Math.min(firstMs * 2 ** (failures - 1), lastMs) * ((1 + random) / 2);

/**
 * Parses `Retry-After`: seconds or a date (RFC 9110, section 10.2.3). Returns milliseconds from now; 0 when it is missing
 * or unreadable.
 */
export function retryAfterMs(value: string | null, now: number, maxMs = HOUR_MS): number {
  // `Date.parse(null)` is NaN, as for any other text that is no date.
  const ms = Number(value) * 1000 || Date.parse(value as string) - now;
  return Math.min(ms > 0 ? ms : 0, maxMs);
}
