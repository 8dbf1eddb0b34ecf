import { DAY_MS } from '#shared/limits';

/** How far the clock may be after the latest time in the database: a site may be off for a weekend. */
const MAX_AHEAD_MS = 2 * DAY_MS;
/** Several processes do not have exactly one time, and a time server moves a clock by less. */
const MAX_BEHIND_MS = 5 * 60_000;
/** For how long a process is told that another one doubted its clock. Each looks every minute. */
const RECENT_MS = 5 * 60_000;

/** What a clock is judged by: docs/decisions/034-a-clock-is-not-trusted.md. */
export interface ClockState {
  /** The latest time that a plausible clock ever had here, in milliseconds since 1970 UTC. */
  latest: number;
  doubt: 'ahead' | 'behind' | null;
  /** Whether another process has doubted its own clock in the last minutes. */
  isDoubtedElsewhere: boolean;
}

export function doubtOf(now: number, latest: number): ClockState['doubt'] {
  if (now > latest + MAX_AHEAD_MS) return 'ahead';
  return now < latest - MAX_BEHIND_MS ? 'behind' : null;
}

/** @param doubtedAt the latest time when a process last doubted its clock */
export const isRecent = (doubtedAt: number | null, latest: number): boolean =>
  doubtedAt !== null && latest - doubtedAt < RECENT_MS;

/** A table of which retention has looked at each row. */
export interface Share {
  rows: number;
  expired: number;
}

const MAX_SHARE = 0.2;
/** Of fewer rows, a few are a large share. */
const LEAST_ROWS = 100;

/** Returns whether so many rows of a table are deleted only after somebody has confirmed it. */
export const isTooMuch = ({ rows, expired }: Share): boolean =>
  rows >= LEAST_ROWS && expired > rows * MAX_SHARE;
