import type { Database } from 'better-sqlite3';
import type { DecisionCount, PageCounts, SignupCount, SignupSum } from '#shared/reports';
import { QUARTER_MS } from '#shared/time';
import type { Range } from '#shared/time-range';
import {
  type Counted,
  parseQuarter,
  type QuarterRange,
  quartersIn,
  quartersSql,
  wholeQuarters,
} from '../../rules/quarters.ts';

/** Either end of the range may be open. */
const within = (column: string) =>
  `(@from IS NULL OR ${column} >= @from) AND (@to IS NULL OR ${column} <= @to)`;
const quarterOf = (column: string) => `${column} / ${QUARTER_MS} * ${QUARTER_MS}`;
const BOUNDS: QuarterRange = { first: '@first', last: '@last' };
const quartersOf = (what: Counted) => quartersSql(what, 'whole.day', BOUNDS);

export const countSignups = (db: Database, range: Range): SignupCount[] =>
  db
    .prepare<[Range], SignupCount>(
      `SELECT ${quarterOf('created_at')} AS at, signup_type AS type, count(*) AS count,
              count(confirmed_at) AS confirmed
       FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all(range);

/** Returns the signups of the range by type. */
export const sumSignups = (db: Database, range: Range): SignupSum[] =>
  db
    .prepare<[Range], SignupSum>(
      `SELECT signup_type AS type, count(*) AS count, count(confirmed_at) AS confirmed
       FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1 ORDER BY 1`,
    )
    .all(range);

export function countDecisions(db: Database, range: Range): DecisionCount[] {
  const decisions = db.prepare<[Range], DecisionCount>(
    `SELECT ${quarterOf('recorded_at')} AS at,
            CASE analytics WHEN 1 THEN 'granted' ELSE 'withdrawn' END AS decision, count(*) AS count
     FROM consents WHERE ${within('recorded_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const refusals = sumQuarters(db, 'refusals', quartersIn(range));
  return [
    ...decisions.all(wholeQuarters(range)),
    ...refusals.map((row) => ({ ...row, decision: 'refused' as const })),
  ];
}

export function countPages(db: Database, range: Range): PageCounts {
  const quarters = quartersIn(range);
  const paths = db.prepare<[QuarterRange], PageCounts['paths'][number]>(
    `SELECT key AS path, sum(count) AS count FROM (${quartersOf('pages')}) WHERE count > 0
     GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return { quarters: sumQuarters(db, 'pages', quarters), paths: paths.all(quarters) };
}

const sumQuarters = (db: Database, what: Counted, quarters: QuarterRange) =>
  db
    .prepare<[QuarterRange], { quarter: string; count: number }>(
      `SELECT quarter, sum(count) AS count FROM (${quartersOf(what)}) WHERE count > 0 GROUP BY 1 ORDER BY 1`,
    )
    .all(quarters)
    .map(({ quarter, count }) => ({ at: parseQuarter(quarter), count }));
