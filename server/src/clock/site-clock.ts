import { DAY_MS } from '#shared/limits';

/**
 * No retention deletes rows of two days ago. After a minute with a wrong clock, the latest time may itself be ahead by this
 * much: store/clock-rule.ts.
 */
const MAX_BEHIND_MS = 2 * DAY_MS;

export interface SiteClock {
  now(): number;
  /** Notes the latest time in the database, as it is now. */
  saw(latest: number): void;
}

/**
 * Creates the clock by which rows are dated. While the machine's clock is long before the latest time in the database, it
 * goes on from that time: what is stored meanwhile would be past its retention as soon as the clock is right.
 *
 * @param elapsed milliseconds by a clock that nobody sets
 */
export function createSiteClock(
  machine: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
): SiteClock {
  let seen = Number.NEGATIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  let since = 0;
  return {
    now() {
      const at = machine();
      return at < latest - MAX_BEHIND_MS ? Math.round(latest + elapsed() - since) : at;
    },
    saw(time) {
      // The same time again, as long as the clock is in doubt: it has gone on since. An earlier one was confirmed.
      const isLater = time > latest + elapsed() - since;
      if (isLater || time < seen) {
        latest = time;
        since = elapsed();
      }
      seen = time;
    },
  };
}
