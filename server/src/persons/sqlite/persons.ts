import type { Database } from 'better-sqlite3';
import { readHistories } from '../../consent/record-decisions.sql.ts';
import { createMutex } from '../../lib/mutex.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../../store/event-row.ts';
import type { Db } from '../../store/sql/operation.ts';
import { checkpoint } from '../../store/sqlite/connection/checkpoint.ts';
import { finish } from '../../store/sqlite/connection/sql.ts';
import type { Intake } from '../../store/sqlite/connection/write-intake.ts';
import type {
  ConsentRecord,
  ErasureRequest,
  PersonRecord,
  PersonSearch,
  StoredEvent,
} from '../../store/store.ts';
import { noteErased, withdraw } from '../erase-person.sql.ts';
import { createEventSearch } from './event-search.ts';
import { createSlices, type Slices } from './slices.ts';

/** Rows that one transaction deletes, in 2 to 5 ms. Other writes share the transaction or run between two. */
const PORTION_ROWS = 300;

export interface PersonDeps {
  db: Database;
  statements: Db;
  writes: Intake;
}

export function createPersons({ db, statements, writes }: PersonDeps) {
  const slices = createSlices(db);
  const events = createEventSearch(db, slices);
  const rows = preparePersonRows(db, slices);
  const deleteEvent = db.prepare<[number]>('DELETE FROM events WHERE seq = ?');
  // All erasures together get one portion of the write queue, which refuses everybody when it is full.
  const oneAtATime = createMutex();
  /** People of whose erasure others were told while it runs. A second one of this process does not tell them again. */
  const told = new Set<string>();
  const historyOf = (consentId: string) =>
    finish(readHistories(statements, [consentId])).get(consentId);

  const erasePortion = ({ consentId, at, notices = [] }: ErasureRequest, seqs: readonly number[]) =>
    oneAtATime(async () => {
      const toTell = told.has(consentId) ? [] : notices;
      const erased = await writes.run(seqs.length, () => {
        const count = seqs.reduce((sum, seq) => sum + deleteEvent.run(seq).changes, 0);
        if (count === 0) return 0;
        finish(noteErased(statements, { at, events: count, notices: toTell }));
        return count;
      });
      if (erased > 0) told.add(consentId);
      return erased;
    });

  async function eraseEvents(request: ErasureRequest) {
    const { consentId, search: { withoutGrant } = {} } = request;
    // Anybody can make up an id, agree with it and erase it: of a visitor's, only what had events is told.
    const ofPortion = withoutGrant ? { ...request, notices: [] } : request;
    const found: number[] = [];
    let erased = 0;
    const erasePortions = async (least: number) => {
      while (found.length >= least) {
        erased += await erasePortion(ofPortion, found.splice(0, PORTION_ROWS));
      }
    };
    const take = (seqs: number[]) => {
      for (const seq of seqs) found.push(seq);
      return erasePortions(PORTION_ROWS);
    };
    try {
      await events.find(consentId, take);
      await erasePortions(1);
    } finally {
      told.delete(consentId);
    }
    return erased;
  }

  return {
    async readPerson(
      consentId: string,
      maxEvents: number,
      { withoutGrant = false }: PersonSearch = {},
    ): Promise<PersonRecord> {
      const first: number[] = [];
      let count = 0;
      const take = (seqs: readonly number[]) => {
        count += seqs.length;
        first.push(...seqs.slice(0, maxEvents - first.length));
      };
      // Events exist only beside a decision, so an identifier that somebody made up costs nothing.
      if (withoutGrant || historyOf(consentId)) await events.find(consentId, take);
      return {
        consents: rows.consents(consentId),
        events: rows.events(consentId, first),
        moreEvents: count - first.length,
      };
    },

    async erasePerson(request: ErasureRequest): Promise<number> {
      const { consentId, search: { withoutGrant = false } = {} } = request;
      if (!historyOf(consentId)?.everGranted && !withoutGrant) return 0;
      // After this commit no event of the person is accepted, so the search that follows finds all of them.
      await writes.run(1, () => finish(withdraw(statements, request)));
      const erased = await eraseEvents(request);
      if (erased > 0) checkpoint(db);
      return erased;
    },
  };
}

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
function preparePersonRows(db: Database, slices: Slices) {
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
