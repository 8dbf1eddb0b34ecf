import type { DecisionCount, PageCounts, SignupCount } from '#shared/reports';
import { QUARTER_MS } from '#shared/time';
import type { Range } from '#shared/time-range';
import { parseQuarter, quartersIn, wholeQuarters } from '../counts/quarters.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

/** Either end of the range may be open. */
const inRange = <const Column extends string>(column: Column) =>
  `({from:time?} IS NULL OR ${column} >= {from:time?}) AND ({to:time?} IS NULL OR ${column} <= {to:time?})` as const;
const quarterOf = <const Column extends string>(column: Column) =>
  ({
    sqlite: `${column} / ${QUARTER_MS} * ${QUARTER_MS}`,
    postgres: `floor(extract(epoch FROM ${column}) * 1000 / ${QUARTER_MS})::bigint * ${QUARTER_MS}`,
  }) as const;

const signupsBy = <const Quarter extends string>(quarter: Quarter) =>
  `SELECT ${quarter} AS at, signup_type AS type, count(*) AS count, count(confirmed_at) AS confirmed
   FROM notifyme_signups WHERE ${inRange('created_at')} GROUP BY 1, 2 ORDER BY 1, 2` as const;
const createdIn = quarterOf('created_at');
const COUNT_SIGNUPS = sql({
  sqlite: signupsBy(createdIn.sqlite),
  postgres: signupsBy(createdIn.postgres),
}).rows<SignupCount>();

const decisionsBy = <const Quarter extends string>(quarter: Quarter) =>
  `SELECT ${quarter} AS at, CASE WHEN analytics THEN 'granted' ELSE 'withdrawn' END AS decision, count(*) AS count
   FROM consents WHERE ${inRange('recorded_at')} GROUP BY 1, 2 ORDER BY 1, 2` as const;
const recordedIn = quarterOf('recorded_at');
const COUNT_DECISIONS = sql({
  sqlite: decisionsBy(recordedIn.sqlite),
  postgres: decisionsBy(recordedIn.postgres),
}).rows<DecisionCount>();

const BOUNDS = '{first:text} AND {last:text}';
/**
 * Returns SQL for the counts of a range, with the columns `quarter`, `key` and `count`. The tables by the day hold
 * everything. What a day has beyond its quarters is placed at noon UTC: an earlier version counted it, or its quarters
 * are past their retention.
 */
const quartersOf = <
  const Days extends string,
  const Quarters extends string,
  const Key extends string,
>(
  days: Days,
  quarters: Quarters,
  key: Key,
) =>
  `(SELECT quarter, ${key} AS key, count FROM ${quarters} WHERE quarter BETWEEN ${BOUNDS}
    UNION ALL
    SELECT whole.day || 'T12:00', ${key}, count - coalesce(
      (SELECT sum(part.count) FROM ${quarters} AS part WHERE part.${key} = whole.${key}
         AND part.quarter BETWEEN whole.day || 'T00:00' AND whole.day || 'T23:45'), 0)
    FROM (SELECT CAST(day AS text) AS day, ${key}, count FROM ${days}) AS whole
    WHERE whole.day || 'T12:00' BETWEEN ${BOUNDS}) AS counts WHERE count > 0` as const;
const PAGES = quartersOf('page_counts', 'page_quarters', 'path');
const REFUSALS = quartersOf('consent_refusals', 'refusal_quarters', 'source');

// Without the cast PostgreSQL makes the sum numeric.
const SUM = 'CAST(sum(count) AS bigint) AS count';
interface Quarter {
  quarter: string;
  count: number;
}
const SUM_PAGES = sql(`SELECT quarter, ${SUM} FROM ${PAGES} GROUP BY 1 ORDER BY 1`).rows<Quarter>();
const SUM_REFUSALS = sql(
  `SELECT quarter, ${SUM} FROM ${REFUSALS} GROUP BY 1 ORDER BY 1`,
).rows<Quarter>();
const SUM_PATHS = sql(`SELECT key AS path, ${SUM} FROM ${PAGES} GROUP BY 1`).rows<
  PageCounts['paths'][number]
>();
/** The pages of the first day, each with the first quarter that is kept of it. */
const FIRST_PAGES = sql(`
  SELECT CAST(day AS text) AS day,
    (SELECT min(quarter) FROM page_quarters AS part WHERE part.path = whole.path) AS quarter
  FROM page_counts AS whole WHERE day = (SELECT min(day) FROM page_counts)`).rows<{
  day: string;
  quarter: string | null;
}>();

/** Returns since when pages are counted; null without any. A first day whose quarters are deleted counts whole. */
export function* countedSince(db: Db): Op<number | null> {
  const pages = yield* db.all(FIRST_PAGES, {});
  if (pages.length === 0) return null;
  return Math.min(
    ...pages.map(({ day, quarter }) =>
      parseQuarter(quarter?.startsWith(day) ? quarter : `${day}T00:00`),
    ),
  );
}

export const countSignups = (db: Db, range: Range): Op<SignupCount[]> =>
  db.all(COUNT_SIGNUPS, range);

export function* countDecisions(db: Db, range: Range): Op<DecisionCount[]> {
  const decisions = yield* db.all(COUNT_DECISIONS, wholeQuarters(range));
  const refusals = yield* db.all(SUM_REFUSALS, quartersIn(range));
  const refused = atQuarters(refusals).map((row) => ({ ...row, decision: 'refused' as const }));
  return [...decisions, ...refused];
}

export function* countPages(db: Db, range: Range): Op<PageCounts> {
  const bounds = quartersIn(range);
  const quarters = yield* db.all(SUM_PAGES, bounds);
  const paths = yield* db.all(SUM_PATHS, bounds);
  // Sorted here, because each database orders texts in its own way.
  paths.sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  return { quarters: atQuarters(quarters), paths };
}

const atQuarters = (rows: readonly Quarter[]) =>
  rows.map(({ quarter, count }) => ({ at: parseQuarter(quarter), count }));
