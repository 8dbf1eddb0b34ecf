import { QUARTER_MS, utcDay, utcQuarter } from '#shared/time';
import type { Range } from '#shared/time-range';

/**
 * `page_counts` and `consent_refusals` count by the quarter of an hour, `2026-11-22T14:15`. Rows of earlier versions
 * count by the day, `2026-11-22`. Readers place those at noon.
 */
export const AT_QUARTER = `CASE length(day) WHEN 10 THEN day || 'T12:00' ELSE day END`;

/** Bounds of the column `day`, as text. */
export interface QuarterRange {
  /** The first and the last quarter that start in the range. */
  first: string;
  last: string;
  /** The first row to read, because a row of a whole day comes before the quarters of that day. */
  firstRow: string;
}

const LAST_MS = Date.parse('9999-12-31T23:45Z'); // later ones have no four digits of the year

/** A quarter belongs to the range in which it starts, so to exactly one of two adjacent ranges. */
export function quartersIn({ from, to }: Range): QuarterRange {
  const start = Math.min(Math.max(0, from ?? 0), LAST_MS);
  const end = Math.min(Math.max(-QUARTER_MS, to ?? LAST_MS), LAST_MS);
  return {
    first: utcQuarter(Math.ceil(start / QUARTER_MS) * QUARTER_MS),
    last: utcQuarter(end),
    firstRow: utcDay(start),
  };
}

/** Returns when a quarter of an hour starts, in milliseconds since 1970 UTC. */
export const parseQuarter = (quarter: string): number => Date.parse(`${quarter}Z`);
