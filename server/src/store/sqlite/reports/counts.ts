import type { Database } from 'better-sqlite3';
import type { DecisionCount, PageCounts, SignupCount } from '#shared/reports';
import { QUARTER_MS } from '#shared/time';
import type { Range } from '#shared/time-range';
import { AT_QUARTER, parseQuarter, type QuarterRange, quartersIn } from '../../rules/quarters.ts';

/** Either end of the range may be open. */
const within = (column: string) =>
  `(@from IS NULL OR ${column} >= @from) AND (@to IS NULL OR ${column} <= @to)`;
const quarterOf = (column: string) => `${column} / ${QUARTER_MS} * ${QUARTER_MS}`;
const WITHIN_QUARTERS = `day >= @firstRow AND day <= @last AND ${AT_QUARTER} BETWEEN @first AND @last`;

export const countSignups = (db: Database, range: Range): SignupCount[] =>
  db
    .prepare<[Range], SignupCount>(
      `SELECT ${quarterOf('created_at')} AS at, signup_type AS type, count(*) AS count
       FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all(range);

export function countDecisions(db: Database, range: Range): DecisionCount[] {
  const decisions = db.prepare<[Range], DecisionCount>(
    `SELECT ${quarterOf('recorded_at')} AS at,
            CASE analytics WHEN 1 THEN 'granted' ELSE 'withdrawn' END AS decision, count(*) AS count
     FROM consents WHERE ${within('recorded_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const refusals = sumQuarters(db, 'consent_refusals', quartersIn(range));
  return [
    ...decisions.all(range),
    ...refusals.map((row) => ({ ...row, decision: 'refused' as const })),
  ];
}

export function countPages(db: Database, range: Range): PageCounts {
  const quarters = quartersIn(range);
  const paths = db.prepare<[QuarterRange], PageCounts['paths'][number]>(
    `SELECT path, sum(count) AS count FROM page_counts WHERE ${WITHIN_QUARTERS}
     GROUP BY path ORDER BY count DESC, path`,
  );
  return { quarters: sumQuarters(db, 'page_counts', quarters), paths: paths.all(quarters) };
}

const sumQuarters = (
  db: Database,
  table: 'consent_refusals' | 'page_counts',
  quarters: QuarterRange,
) =>
  db
    .prepare<[QuarterRange], { quarter: string; count: number }>(
      `SELECT ${AT_QUARTER} AS quarter, sum(count) AS count FROM ${table} WHERE ${WITHIN_QUARTERS}
       GROUP BY 1 ORDER BY 1`,
    )
    .all(quarters)
    .map(({ quarter, count }) => ({ at: parseQuarter(quarter), count }));
