/** As much as the clock may be behind without a doubt: store/rules/clock-rule.ts. */
const MAX_BEHIND_MS = 5 * 60_000;

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
  let latest = Number.NEGATIVE_INFINITY;
  let since = 0;
  return {
    now() {
      const at = machine();
      return at < latest - MAX_BEHIND_MS ? Math.round(latest + elapsed() - since) : at;
    },
    saw(time) {
      latest = time;
      since = elapsed();
    },
  };
}
