import { MAX_TRAFFIC_SOURCES, type Traffic } from '#shared/reports';
import type { Range } from '#shared/time-range';
import { toSearchText } from '../../rules/search-text.ts';
import { listSources } from '../../rules/traffic-sources.ts';
import type { FoundSignups, SequencedEvent, Signup, SignupQuery } from '../../store.ts';
import { toTimestampOrNull } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

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
  // In the order of ../../sqlite/reports/traffic.ts, whatever the language of the database.
  return {
    events: events.rows.sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    ...listSources(
      sources.rows.map(({ total: _, ...source }) => source),
      sources.rows[0]?.total,
    ),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** The latest first; of the same moment, the greater id. */
export async function findSignups(tx: Transaction, query: SignupQuery): Promise<FoundSignups> {
  const { search, type, before, limit, offset } = query;
  const { like, capitals } = toSearchText(search ?? '');
  const found = ['name', 'email', 'youtube_channel', 'use_case']
    .map((column) => `translate(${column}, $3, $4) LIKE $2`)
    .join(' OR ');
  const matches = `($1::text IS NULL OR signup_type = $1) AND ($2::text IS NULL OR ${found})`;
  const letters = [capitals.keys(), capitals.values()].map((row) => [...row].join(''));
  const values = [type, search === null ? null : like, ...letters];
  const counted = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM notifyme_signups WHERE ${matches}`,
    values,
  );
  const { rows: signups } = await tx.query<Signup>(
    `SELECT id, name, email, youtube_channel AS "youtubeChannel", use_case AS "useCase",
       signup_type AS "signupType", created_at AS "createdAt"
     FROM notifyme_signups
     WHERE ${matches} AND ($5::timestamptz IS NULL OR (created_at, id) < ($5, $6))
     ORDER BY created_at DESC, id DESC LIMIT $7 OFFSET $8`,
    [...values, toTimestampOrNull(before?.createdAt ?? null), before?.id ?? null, limit, offset],
  );
  return { signups, total: counted.rows[0]?.total ?? 0 };
}

export async function latestEvents(tx: Transaction, limit: number): Promise<SequencedEvent[]> {
  const { rows } = await tx.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events ORDER BY seq DESC LIMIT $1`,
    [limit],
  );
  return rows.map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));
}
