import { MAX_TRAFFIC_SOURCES, type Traffic } from '#shared/reports';
import type { Range } from '#shared/time-range';
import { listSources } from '../../rules/traffic-sources.ts';
import { toTimestampOrNull } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';

const WITHIN =
  '($1::timestamptz IS NULL OR occurred_at >= $1) AND ($2::timestamptz IS NULL OR occurred_at <= $2)';

export async function countTraffic(tx: Transaction, { from, to }: Range): Promise<Traffic> {
  const range = [toTimestampOrNull(from), toTimestampOrNull(to)];
  const events = await tx.query<Traffic['events'][number]>(
    `SELECT name, count(*) AS count, count(DISTINCT consent_id) AS people
     FROM events WHERE ${WITHIN} GROUP BY name`,
    range,
  );
  const sources = await tx.query<Traffic['sources'][number] & { total: number }>(
    `SELECT utm_source AS source, count(*) AS events, count(DISTINCT consent_id) AS people,
       count(DISTINCT consent_id) FILTER (
         WHERE name = 'form_submit' AND properties ->> 'event_label' = 'success') AS signups,
       count(*) OVER () AS total
     FROM events WHERE ${WITHIN} GROUP BY utm_source
     ORDER BY people DESC, coalesce(utm_source, '') COLLATE "C" LIMIT ${MAX_TRAFFIC_SOURCES}`,
    range,
  );
  // In the order of ../../sqlite/reports/traffic.ts, whatever the locale of the database.
  return {
    events: events.rows.sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    ...listSources(
      sources.rows.map(({ total: _, ...source }) => source),
      sources.rows[0]?.total,
    ),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);
