import type { Database } from 'better-sqlite3';
import type { Range } from '#shared/time-range';
import type { ExportRow, ExportTable, OnProgress } from '../../store.ts';

const PAGE_ROWS = 1_000;

const SOURCES: Record<ExportTable, { table: string; key: string; time: string }> = {
  signups: { table: 'notifyme_signups', key: 'rowid', time: 'created_at' },
  events: { table: 'events', key: 'seq', time: 'occurred_at' },
  consents: { table: 'consents', key: 'rowid', time: 'recorded_at' },
  notes: { table: 'notes', key: 'rowid', time: 'at' },
};

/** Reads page by page, each with its own query, so that nothing stays locked between two pages. */
export async function* exportRows(
  db: Database,
  name: ExportTable,
  { from, to }: Range,
  onProgress?: OnProgress,
): AsyncIterable<readonly ExportRow[]> {
  const { table, key, time } = SOURCES[name];
  const select = db.prepare<[object], ExportRow & { after: number }>(
    `SELECT ${key} AS after, * FROM ${table}
     WHERE ${key} > @after AND (@from IS NULL OR ${time} >= @from) AND (@to IS NULL OR ${time} <= @to)
     ORDER BY ${key} LIMIT ${PAGE_ROWS}`,
  );
  const last = db.prepare<[], number>(`SELECT coalesce(max(${key}), 0) FROM ${table}`).pluck();
  for (let after = 0, all = last.get() ?? 0; ; ) {
    const page = select.all({ after, from, to });
    if (page.length > 0) yield page.map(({ after: _, ...row }) => row);
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.after ?? after;
    onProgress?.(after, all);
  }
}
