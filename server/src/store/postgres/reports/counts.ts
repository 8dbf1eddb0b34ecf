import type { DecisionCount, PageCounts, SignupCount } from '#shared/reports';
import { QUARTER_MS } from '#shared/time';
import type { Range } from '#shared/time-range';
import { AT_QUARTER, parseQuarter, quartersIn } from '../../rules/quarters.ts';
import { toTimestampOrNull } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The range is $1 to $2; either may be null for open. */
const within = (column: string) =>
  `($1::timestamptz IS NULL OR ${column} >= $1) AND ($2::timestamptz IS NULL OR ${column} <= $2)`;
const timesOf = ({ from, to }: Range) => [toTimestampOrNull(from), toTimestampOrNull(to)];
const quarterOf = (column: string) =>
  `floor(extract(epoch FROM ${column}) * 1000 / ${QUARTER_MS})::bigint * ${QUARTER_MS}`;

/** The range is that of {@link boundsOf}. */
const WITHIN_QUARTERS = `day >= $1 AND day <= $3 AND ${AT_QUARTER} BETWEEN $2 AND $3`;
function boundsOf(range: Range): string[] {
  const { firstRow, first, last } = quartersIn(range);
  return [firstRow, first, last];
}

export async function countSignups(tx: Transaction, range: Range): Promise<SignupCount[]> {
  const { rows } = await tx.query<SignupCount>(
    `SELECT ${quarterOf('created_at')} AS at, signup_type AS type, count(*) AS count
     FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1, 2 ORDER BY 1, signup_type COLLATE "C"`,
    timesOf(range),
  );
  return rows;
}

export async function countDecisions(tx: Transaction, range: Range): Promise<DecisionCount[]> {
  const { rows } = await tx.query<DecisionCount>(
    `SELECT ${quarterOf('recorded_at')} AS at, CASE WHEN analytics THEN 'granted' ELSE 'withdrawn' END AS decision,
       count(*) AS count
     FROM consents WHERE ${within('recorded_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
    timesOf(range),
  );
  const refusals = await sumQuarters(tx, 'consent_refusals', range);
  return [...rows, ...refusals.map((row) => ({ ...row, decision: 'refused' as const }))];
}

export async function countPages(tx: Transaction, range: Range): Promise<PageCounts> {
  const { rows } = await tx.query<PageCounts['paths'][number]>(
    `SELECT path, sum(count)::bigint AS count FROM page_counts WHERE ${WITHIN_QUARTERS}
     GROUP BY path ORDER BY 2 DESC, path COLLATE "C"`,
    boundsOf(range),
  );
  return { quarters: await sumQuarters(tx, 'page_counts', range), paths: rows };
}

async function sumQuarters(
  tx: Transaction,
  table: 'consent_refusals' | 'page_counts',
  range: Range,
) {
  const { rows } = await tx.query<{ quarter: string; count: number }>(
    `SELECT ${AT_QUARTER} AS quarter, sum(count)::bigint AS count FROM ${table} WHERE ${WITHIN_QUARTERS}
     GROUP BY 1 ORDER BY 1`,
    boundsOf(range),
  );
  return rows.map(({ quarter, count }) => ({ at: parseQuarter(quarter), count }));
}
