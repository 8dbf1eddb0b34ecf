/** What is known of the time of a click, in milliseconds; the first two as the page sent them, if it did. */
export interface Click {
  /** Since 1970 UTC, by the device's clock, which may be wrong and may have been set since an earlier click. */
  decidedAt: number | undefined;
  /** How long ago the click was when the request was sent, by a clock that nobody sets. */
  ageMs: number | undefined;
  /** Since 1970 UTC, by the server's clock. */
  receivedAt: number;
}

/** A request that takes longer is not told from a device's clock that is slow. */
const MAX_TRAVEL_MS = 2 * 60_000;

/**
 * Returns when a decision was made, in milliseconds since 1970 UTC, and never in the server's future.
 *
 * By its age a click is dated by the server's clock alone, but too late by as long as its request travelled. Where the
 * device's own time differs from that by no more than such a travel, its clock is right, and its time orders the clicks
 * of one device exactly, even when one of their requests hangs for a minute.
 */
export function dateDecision({ decidedAt, ageMs, receivedAt }: Click): number {
  if (ageMs === undefined) return Math.min(decidedAt ?? receivedAt, receivedAt);
  const latest = receivedAt - ageMs;
  if (decidedAt === undefined) return latest;
  const travel = latest - decidedAt;
  return travel >= 0 && travel <= MAX_TRAVEL_MS ? decidedAt : latest;
}
