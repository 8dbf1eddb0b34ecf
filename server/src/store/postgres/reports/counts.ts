import type { DecisionCount, PageCount, SignupCount } from '#shared/reports';
import type { Range } from '#shared/time-range';
import { toTimestampOrNull } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The range is $1 to $2; either may be null for open. */
const within = (column: string) =>
  `($1::timestamptz IS NULL OR ${column} >= $1) AND ($2::timestamptz IS NULL OR ${column} <= $2)`;
const timesOf = ({ from, to }: Range) => [toTimestampOrNull(from), toTimestampOrNull(to)];
const dayOf = (column: string) => `(${column} AT TIME ZONE 'UTC')::date`;
/** Counts by day belong to the range if any part of the day does. */
const WITHIN_DAYS = `($1::timestamptz IS NULL OR day >= ${dayOf('$1::timestamptz')})
  AND ($2::timestamptz IS NULL OR day <= ${dayOf('$2::timestamptz')})`;

export async function countSignups(tx: Transaction, range: Range): Promise<SignupCount[]> {
  const { rows } = await tx.query<SignupCount>(
    `SELECT ${dayOf('created_at')} AS day, signup_type AS type, count(*) AS count
     FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1, 2 ORDER BY 1, signup_type COLLATE "C"`,
    timesOf(range),
  );
  return rows;
}

export async function countDecisions(tx: Transaction, range: Range): Promise<DecisionCount[]> {
  const { rows } = await tx.query<DecisionCount>(
    `SELECT ${dayOf('recorded_at')} AS day, CASE WHEN analytics THEN 'granted' ELSE 'withdrawn' END AS decision,
       count(*) AS count
     FROM consents WHERE ${within('recorded_at')} GROUP BY 1, 2
     UNION ALL
     SELECT day, 'refused', sum(count)::bigint FROM consent_refusals WHERE ${WITHIN_DAYS} GROUP BY day
     ORDER BY 1, 2`,
    timesOf(range),
  );
  return rows;
}

export async function countPages(tx: Transaction, range: Range): Promise<PageCount[]> {
  const { rows } = await tx.query<PageCount>(
    `SELECT day, path, count FROM page_counts WHERE ${WITHIN_DAYS}
     ORDER BY day, count DESC, path COLLATE "C"`,
    timesOf(range),
  );
  return rows;
}
