import { QUARTER_MS, utcQuarter } from '#shared/time';
import type { Range } from '#shared/time-range';

const LAST_MS = Date.parse('9999-12-31T23:45Z'); // later ones have no four digits of the year

/**
 * Returns the first and the last quarter of an hour that start in a range, as `2026-11-22T14:15` (UTC). A quarter belongs to
 * the range in which it starts, so to exactly one of two adjacent ranges.
 */
export function quartersIn({ from, to }: Range) {
  const start = Math.min(Math.max(0, from ?? 0), LAST_MS);
  const end = Math.min(Math.max(-QUARTER_MS, to ?? LAST_MS), LAST_MS);
  return { first: utcQuarter(Math.ceil(start / QUARTER_MS) * QUARTER_MS), last: utcQuarter(end) };
}

/** Returns the range that these quarters cover: decisions are counted in it, so that the consent rate is of one time. */
export function wholeQuarters(range: Range): Range {
  const { first, last } = quartersIn(range);
  return { from: parseQuarter(first), to: parseQuarter(last) + QUARTER_MS - 1 };
}

/** Returns when a quarter of an hour starts, in milliseconds since 1970 UTC. */
export const parseQuarter = (quarter: string): number => Date.parse(`${quarter}Z`);

export const dayOf = (quarter: string): string => quarter.slice(0, '2026-11-22'.length);
