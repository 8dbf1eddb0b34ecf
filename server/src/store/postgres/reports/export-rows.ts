import type { Range } from '#shared/time-range';
import type { ExportRow, ExportTable } from '../../store.ts';
import { toTimestampOrNull } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';

const PAGE_ROWS = 1_000;

/** The columns of ../../sqlite/connection/schema.ts, in the same order and form. */
const SOURCES: Record<ExportTable, { table: string; time: string; columns: string }> = {
  signups: {
    table: 'notifyme_signups',
    time: 'created_at',
    columns:
      'id, name, email, youtube_channel, use_case, signup_type, created_at, language, confirmed_at',
  },
  events: {
    table: 'events',
    time: 'occurred_at',
    columns: `seq, id, consent_id, session_id, name, properties::text AS properties, path, referrer_host, utm_source,
      utm_medium, utm_campaign, utm_term, utm_content, viewport, language, occurred_at, received_at`,
  },
  consents: {
    table: 'consents',
    time: 'recorded_at',
    columns: `id, consent_id, revision, analytics::int AS analytics, source, language, text_hash, gpc::int AS gpc,
      decided_at, recorded_at`,
  },
  notes: { table: 'notes', time: 'at', columns: 'id, at, kind, text' },
};

/** Reads page by page inside a transaction, which sees one state of the table. */
export async function* exportRows(
  tx: Transaction,
  name: ExportTable,
  { from, to }: Range,
  onProgress?: (looked: number, all: number) => void,
): AsyncIterable<readonly ExportRow[]> {
  const { table, columns, time } = SOURCES[name];
  const range = [toTimestampOrNull(from), toTimestampOrNull(to)];
  const ends = await tx.query<{ last: number | null }>(`SELECT max(seq) AS last FROM ${table}`);
  const all = ends.rows[0]?.last ?? 0;
  for (let after = 0; ; ) {
    const { rows: page } = await tx.query<ExportRow & { after: number }>(
      `SELECT seq AS after, ${columns} FROM ${table}
       WHERE seq > $1 AND ($2::timestamptz IS NULL OR ${time} >= $2) AND ($3::timestamptz IS NULL OR ${time} <= $3)
       ORDER BY seq LIMIT ${PAGE_ROWS}`,
      [after, ...range],
    );
    if (page.length > 0) yield page.map(({ after: _, ...row }) => row);
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.after ?? after;
    onProgress?.(after, all);
  }
}
