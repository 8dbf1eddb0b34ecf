import { QUARTER_MS, utcQuarter } from '#shared/time';
import type { Range } from '#shared/time-range';

/** The first and the last quarter of an hour that start in a range, as `2026-11-22T14:15` (UTC). */
export interface QuarterRange {
  first: string;
  last: string;
}

const LAST_MS = Date.parse('9999-12-31T23:45Z'); // later ones have no four digits of the year

/** A quarter belongs to the range in which it starts, so to exactly one of two adjacent ranges. */
export function quartersIn({ from, to }: Range): QuarterRange {
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

/** Returns the day that contains a quarter of an hour. */
export const dayOf = (quarter: string): string => quarter.slice(0, '2026-11-22'.length);

const TABLES = {
  pages: { days: 'page_counts', quarters: 'page_quarters', key: 'path' },
  refusals: { days: 'consent_refusals', quarters: 'refusal_quarters', key: 'source' },
} as const;
export type Counted = keyof typeof TABLES;

/** The quarters that are deleted in one transaction, of each table. */
export const FORGOTTEN_TOGETHER = 2_000;

/** Returns SQL that deletes some quarters before a time. The tables by the day keep their counts. @param row names a row */
export const forgetQuartersSql = (what: Counted, row: 'rowid' | 'ctid', before: string): string => {
  const { quarters } = TABLES[what];
  return `DELETE FROM ${quarters} WHERE ${row} IN
    (SELECT ${row} FROM ${quarters} WHERE quarter < ${before} LIMIT ${FORGOTTEN_TOGETHER})`;
};

/**
 * Returns SQL for the counts of a range, with the columns `quarter`, `key` and `count`. The tables by the day hold
 * everything. What a day has beyond its quarters is placed at noon UTC: an earlier version counted it, or its quarters
 * are past their retention.
 *
 * @param day `whole.day` as text
 * @param bounds the parameters for the bounds of {@link QuarterRange}
 */
export function quartersSql(what: Counted, day: string, { first, last }: QuarterRange): string {
  const { days, quarters, key } = TABLES[what];
  return `SELECT quarter, ${key} AS key, count FROM ${quarters} WHERE quarter BETWEEN ${first} AND ${last}
    UNION ALL
    SELECT ${day} || 'T12:00', ${key}, count - coalesce(
      (SELECT sum(part.count) FROM ${quarters} AS part WHERE part.${key} = whole.${key}
         AND part.quarter BETWEEN ${day} || 'T00:00' AND ${day} || 'T23:45'), 0)
    FROM ${days} AS whole WHERE ${day} || 'T12:00' BETWEEN ${first} AND ${last}`;
}
