/** What is known about the time of a click. The first two are as the page sent them, if it did. */
export interface Click {
  /**
   * Milliseconds since 1970 UTC by the device's clock, which may be wrong or may have been changed since an earlier
   * click.
   */
  decidedAt: number | undefined;
  /** Milliseconds from the click to the sending of the request, by a monotonic clock. */
  ageMs: number | undefined;
  /** Milliseconds since 1970 UTC, by the server's clock. */
  receivedAt: number;
}

/** A request that takes longer looks the same as a device's clock that is slow. */
const MAX_TRAVEL_MS = 2 * 60_000;

/**
 * Returns when a decision was made, in milliseconds since 1970 UTC, and never in the server's future.
 *
 * The age dates a click by the server's clock alone, but too late by the time that the request travelled. If the
 * device's own time differs from that date by at most such a travel time, the device's clock is right. Its time then
 * orders the clicks of one device exactly, even when one of their requests hangs for a minute.
 */
export function dateDecision({ decidedAt, ageMs, receivedAt }: Click): number {
  if (ageMs === undefined) return Math.min(decidedAt ?? receivedAt, receivedAt);
  const latest = receivedAt - ageMs;
  if (decidedAt === undefined) return latest;
  const travel = latest - decidedAt;
  return travel >= 0 && travel <= MAX_TRAVEL_MS ? decidedAt : latest;
}
