import type { Range } from '#shared/time-range';
import { CONTEXT_COLUMNS } from '../../store/event-context.ts';
import { LAUNCH_TEXT, TEXT_COLUMNS } from '../../store/signup-columns.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import type { ExportRow, ExportTable } from '../../store/store.ts';

const PAGE_ROWS = 1_000;

const pages = <const Table extends string, const Time extends string, const Columns extends string>(
  table: Table,
  time: Time,
  columns: Columns,
) => ({
  page: sql(`SELECT rowid AS after, ${columns} FROM ${table}
    WHERE rowid > {after:int} AND ({from:time?} IS NULL OR ${time} >= {from:time?})
      AND ({to:time?} IS NULL OR ${time} <= {to:time?})
    ORDER BY rowid LIMIT ${PAGE_ROWS}`).rows<ExportRow & { after: number }>(),
  /** The last word of each, which is its name in a row. */
  columns: columns.split(',').map((column) => column.trim().split(/\s/).at(-1) ?? ''),
});

const ofDecision = <const Column extends string>(column: Column) =>
  `(SELECT ${column} FROM signup_decisions WHERE signup_id = notifyme_signups.id) AS ${column}` as const;

/** Flags as 0 and 1, and JSON as text, on both databases. */
const SELECT = {
  signups: pages(
    'notifyme_signups',
    'created_at',
    `id, ${TEXT_COLUMNS}, signup_type, created_at, language, confirmed_at, wording_hash, undeliverable_at, complained_at,
      launch_agreed_at, launch_declined_at, ${LAUNCH_TEXT} AS launch_text, restricted_at,
      ${ofDecision('decision')}, ${ofDecision('decided_at')}, ${ofDecision('decided_by')}, ${ofDecision('note')},
      (SELECT max(created_at) FROM invitations WHERE signup_id = notifyme_signups.id AND withdrawn_at IS NULL) AS invited_at,
      (SELECT max(redeemed_at) FROM invitations WHERE signup_id = notifyme_signups.id) AS redeemed_at`,
  ),
  events: pages(
    'events',
    'occurred_at',
    `seq, id, consent_id, session_id, name, CAST(properties AS text) AS properties, ${CONTEXT_COLUMNS}, occurred_at, received_at`,
  ),
  consents: pages(
    'consents',
    'recorded_at',
    `id, consent_id, revision, CAST(analytics AS integer) AS analytics, source, language, text_hash,
      CAST(gpc AS integer) AS gpc, decided_at, recorded_at`,
  ),
  notes: pages('notes', 'at', 'id, at, kind, text'),
};

/** Returns the names of the columns, in their order: a table without rows has them, too. */
export const exportColumns = (table: ExportTable): string[] => SELECT[table].columns;

/**
 * Reads page by page.
 *
 * @param run what keeps one state of the table for all pages, where the database can do that without a lock
 */
export async function* exportRows(
  run: <T>(operation: (db: Db) => Op<T>) => Promise<T>,
  table: ExportTable,
  { from, to }: Range,
): AsyncIterable<readonly ExportRow[]> {
  for (let after = 0; ; ) {
    const rows = await run((db) => db.all(SELECT[table].page, { after, from, to }));
    if (rows.length > 0) yield rows.map(({ after: _, ...row }) => row);
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.after ?? after;
  }
}
