import type { Database } from 'better-sqlite3';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../../store/event-row.ts';
import type { ConsentRecord, StoredEvent } from '../../store/store.ts';
import type { Slices } from './slices.ts';

/** Rows read in one slice, which takes less than a millisecond. */
const PAGE_ROWS = 100;

const COLUMNS = `revision, analytics, source, language, text_hash AS textHash, gpc, decided_at AS decidedAt,
  recorded_at AS recordedAt`;
const TIME = 'coalesce(decided_at, recorded_at)';

type ConsentRow = Omit<ConsentRecord, 'analytics' | 'gpc'> & { analytics: number; gpc: number };

/** Where a page of decisions ended. */
interface Position {
  time: number;
  row: number;
}

/**
 * Reads the rows of one person, a page at a time. There may be hundreds of thousands, because nothing limits how often
 * somebody may grant and withdraw.
 */
export function preparePersonRows(db: Database, slices: Slices) {
  const page = (condition: string) =>
    `SELECT * FROM (SELECT rowid AS row, ${TIME} AS time, ${COLUMNS} FROM consents
       WHERE consent_id = @consentId AND ${condition} ORDER BY ${TIME}, rowid LIMIT ${PAGE_ROWS})`;
  // One condition, (time, rowid) > (@time, @row), would scan the person's rows from the start for each page.
  const selectConsents = db.prepare<[Position & { consentId: string }], ConsentRow & Position>(
    `${page(`${TIME} = @time AND rowid > @row`)} UNION ALL ${page(`${TIME} > @time`)} LIMIT ${PAGE_ROWS}`,
  );
  const selectEvent = db.prepare<[number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE seq = ?`,
  );

  const readEvents = (seqs: readonly number[]) =>
    seqs
      .map((seq) => selectEvent.get(seq))
      .filter((row) => row !== undefined) // erased in the meantime
      .map(toStoredEvent);

  return {
    /** Sorted by the time of the click, and then by arrival. */
    async *consents(consentId: string): AsyncGenerator<ConsentRecord[]> {
      let after: Position = { time: Number.MIN_SAFE_INTEGER, row: 0 };
      for (;;) {
        const rows = await slices.run(consentId, () => selectConsents.all({ consentId, ...after }));
        const last = rows.at(-1);
        if (!last) return;
        after = { time: last.time, row: last.row };
        yield rows.map(({ time: _, row: __, ...record }) => toRecord(record));
      }
    },

    async *events(consentId: string, seqs: readonly number[]): AsyncGenerator<StoredEvent[]> {
      for (let start = 0; start < seqs.length; start += PAGE_ROWS) {
        yield await slices.run(consentId, () => readEvents(seqs.slice(start, start + PAGE_ROWS)));
      }
    },
  };
}

const toRecord = (row: ConsentRow): ConsentRecord => ({
  ...row,
  analytics: row.analytics === 1,
  gpc: row.gpc === 1,
});
