import { DAY_MS } from '#shared/limits';
import type { ClockState } from './store.ts';

/** Every time in the database is earlier. */
export const FOREVER = Date.UTC(9999, 0);
/** How far the clock may be after the latest time in the database: a site may be off for a weekend. */
const MAX_AHEAD_MS = 2 * DAY_MS;
/** Several processes do not have exactly one time, and a time server moves a clock by less. */
export const MAX_BEHIND_MS = 5 * 60_000;
/** For how long a process is told that another one doubted its clock. Each looks every minute. */
const RECENT_MS = 5 * 60_000;

export function doubtOf(now: number, latest: number): ClockState['doubt'] {
  if (now > latest + MAX_AHEAD_MS) return 'ahead';
  return now < latest - MAX_BEHIND_MS ? 'behind' : null;
}

/** Returns the time by which something expires: while the clock is ahead of what is plausible, the latest plausible one. */
export const trustedOf = (now: number, latest: number): number =>
  doubtOf(now, latest) === 'ahead' ? latest : now;

/** @param doubtedAt the latest time when a process last doubted its clock */
export const isRecent = (doubtedAt: number | null, latest: number): boolean =>
  doubtedAt !== null && latest - doubtedAt < RECENT_MS;
