import type { DecisionCount, PageCounts, SignupCount, SignupSum } from '#shared/reports';
import { QUARTER_MS } from '#shared/time';
import type { Range } from '#shared/time-range';
import {
  type Counted,
  parseQuarter,
  quartersIn,
  quartersSql,
  wholeQuarters,
} from '../../rules/quarters.ts';
import { toTimestampOrNull } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The range is $1 to $2; either may be null for open. */
const within = (column: string) =>
  `($1::timestamptz IS NULL OR ${column} >= $1) AND ($2::timestamptz IS NULL OR ${column} <= $2)`;
const timesOf = ({ from, to }: Range) => [toTimestampOrNull(from), toTimestampOrNull(to)];
const quarterOf = (column: string) =>
  `floor(extract(epoch FROM ${column}) * 1000 / ${QUARTER_MS})::bigint * ${QUARTER_MS}`;

/** The range is that of {@link boundsOf}. */
const quartersOf = (what: Counted) =>
  quartersSql(what, `to_char(whole.day, 'YYYY-MM-DD')`, { first: '$1', last: '$2' });
function boundsOf(range: Range): string[] {
  const { first, last } = quartersIn(range);
  return [first, last];
}

export async function countSignups(tx: Transaction, range: Range): Promise<SignupCount[]> {
  const { rows } = await tx.query<SignupCount>(
    `SELECT ${quarterOf('created_at')} AS at, signup_type AS type, count(*) AS count,
       count(confirmed_at) AS confirmed
     FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1, 2 ORDER BY 1, signup_type COLLATE "C"`,
    timesOf(range),
  );
  return rows;
}

/** Returns the signups of the range by type. */
export async function sumSignups(tx: Transaction, range: Range): Promise<SignupSum[]> {
  const { rows } = await tx.query<SignupSum>(
    `SELECT signup_type AS type, count(*) AS count, count(confirmed_at) AS confirmed
     FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1 ORDER BY signup_type COLLATE "C"`,
    timesOf(range),
  );
  return rows;
}

export async function countDecisions(tx: Transaction, range: Range): Promise<DecisionCount[]> {
  const { rows } = await tx.query<DecisionCount>(
    `SELECT ${quarterOf('recorded_at')} AS at, CASE WHEN analytics THEN 'granted' ELSE 'withdrawn' END AS decision,
       count(*) AS count
     FROM consents WHERE ${within('recorded_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
    timesOf(wholeQuarters(range)),
  );
  const refusals = await sumQuarters(tx, 'refusals', range);
  return [...rows, ...refusals.map((row) => ({ ...row, decision: 'refused' as const }))];
}

export async function countPages(tx: Transaction, range: Range): Promise<PageCounts> {
  const { rows } = await tx.query<PageCounts['paths'][number]>(
    `SELECT key AS path, sum(count)::bigint AS count FROM (${quartersOf('pages')}) AS counts WHERE count > 0
     GROUP BY key ORDER BY 2 DESC, key COLLATE "C"`,
    boundsOf(range),
  );
  return { quarters: await sumQuarters(tx, 'pages', range), paths: rows };
}

async function sumQuarters(tx: Transaction, what: Counted, range: Range) {
  const { rows } = await tx.query<{ quarter: string; count: number }>(
    `SELECT quarter, sum(count)::bigint AS count FROM (${quartersOf(what)}) AS counts WHERE count > 0
     GROUP BY 1 ORDER BY 1`,
    boundsOf(range),
  );
  return rows.map(({ quarter, count }) => ({ at: parseQuarter(quarter), count }));
}
