import type { Database } from 'better-sqlite3';
import { DAY_MS } from '#shared/limits';
import type {
  DecisionCount,
  EventBreakdown,
  EventCount,
  PageCount,
  SignupCount,
} from '#shared/reports';
import { utcDay } from '#shared/time';
import type { Range } from '#shared/time-range';
import type { EventCountQuery } from '../../store.ts';
import { forEachWindow, type Window } from './windows.ts';

const WINDOW_ROWS = 20_000;

/** The fields to break events down by, as SQL. */
export const BREAKDOWN_SQL: Record<EventBreakdown, string> = {
  channel: 'NULL',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_content: 'utm_content',
  referrer_host: 'referrer_host',
  viewport: 'viewport',
  path: 'path',
  form_type: `properties ->> '$.form_type'`,
  event_label: `properties ->> '$.event_label'`,
  click_location: `properties ->> '$.click_location'`,
};

/** Either end of the range may be open. */
const within = (column: string) =>
  `(@from IS NULL OR ${column} >= @from) AND (@to IS NULL OR ${column} <= @to)`;

export function countEvents(db: Database, query: EventCountQuery): EventCount[] {
  const { breakdown, from, to, onProgress } = query;
  const value = breakdown === null ? 'NULL' : BREAKDOWN_SQL[breakdown];
  const select = db.prepare<[object], { at: number; name: string; value: string; count: number }>(
    `SELECT occurred_at / ${DAY_MS} AS at, name, ${value} AS value, count(*) AS count FROM events
     WHERE seq > @after AND seq <= @through AND ${within('occurred_at')} GROUP BY 1, 2, 3`,
  );
  const counts = new Map<string, EventCount>();
  const look = (window: Window) => {
    for (const row of select.all({ ...window, from, to })) {
      const day = utcDay(row.at * DAY_MS);
      const key = JSON.stringify([day, row.name, row.value]);
      const sum = counts.get(key) ?? { day, name: row.name, value: row.value, count: 0 };
      sum.count += row.count;
      counts.set(key, sum);
    }
    return true;
  };
  db.transaction(() => forEachWindow(db, WINDOW_ROWS, look, onProgress))();
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

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
