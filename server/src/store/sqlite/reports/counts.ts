import type { Database } from 'better-sqlite3';
import type { DecisionCount, PageCount, SignupCount } from '#shared/reports';
import { utcDay } from '#shared/time';
import type { Range } from '#shared/time-range';

/** Either end of the range may be open. */
const within = (column: string) =>
  `(@from IS NULL OR ${column} >= @from) AND (@to IS NULL OR ${column} <= @to)`;

export const countSignups = (db: Database, range: Range): SignupCount[] =>
  db
    .prepare<[Range], SignupCount>(
      `SELECT date(created_at / 1000, 'unixepoch') AS day, signup_type AS type, count(*) AS count
       FROM notifyme_signups WHERE ${within('created_at')} GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all(range);

export const countDecisions = (db: Database, range: Range): DecisionCount[] =>
  db
    .prepare<[Range & Days], DecisionCount>(
      `SELECT date(recorded_at / 1000, 'unixepoch') AS day,
              CASE analytics WHEN 1 THEN 'granted' ELSE 'withdrawn' END AS decision, count(*) AS count
       FROM consents WHERE ${within('recorded_at')} GROUP BY 1, 2
       UNION ALL
       SELECT day, 'refused', sum(count) FROM consent_refusals WHERE ${WITHIN_DAYS} GROUP BY day
       ORDER BY 1, 2`,
    )
    .all({ ...range, ...toDays(range) });

export const countPages = (db: Database, range: Range): PageCount[] =>
  db
    .prepare<[Days], PageCount>(
      `SELECT day, path, count FROM page_counts WHERE ${WITHIN_DAYS} ORDER BY day, count DESC, path`,
    )
    .all(toDays(range));

/** Counts by day belong to the range if any part of the day does. */
interface Days {
  fromDay: string | null;
  toDay: string | null;
}
const WITHIN_DAYS = '(@fromDay IS NULL OR day >= @fromDay) AND (@toDay IS NULL OR day <= @toDay)';
const toDays = ({ from, to }: Range): Days => ({
  fromDay: from === null ? null : utcDay(from),
  toDay: to === null ? null : utcDay(to),
});
