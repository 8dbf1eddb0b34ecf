import { readHistories } from '../../consent/record-decisions.sql.ts';
import { lockPersons, takeEventLock } from '../../events/postgres/event-lock.ts';
import { createMutex } from '../../lib/mutex.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../../store/event-row.ts';
import type { NewNotice } from '../../store/mail-store.ts';
import type { SitePool } from '../../store/postgres/connection/pool.ts';
import { createDb, finish } from '../../store/postgres/connection/sql.ts';
import {
  ask,
  inTransaction,
  type Transaction,
} from '../../store/postgres/connection/transaction.ts';
import type {
  ConsentRecord,
  ErasureRequest,
  PersonRecord,
  PersonSearch,
} from '../../store/store.ts';
import { noteErased, withdraw } from '../erase-person.sql.ts';

const TIME = 'coalesce(decided_at, recorded_at)';
const CONSENT_COLUMNS = `revision, analytics, source, language, text_hash AS "textHash", gpc,
  decided_at AS "decidedAt", recorded_at AS "recordedAt"`;

/** Rows that one transaction erases. It stays well below the server's time limit for a statement. */
const PORTION_ROWS = 2_000;
const PAGE_ROWS = 500;

export function createPersons(pool: SitePool) {
  // All readers share one connection of the pool, and all erasures another. The intake needs one too. Persons take turns.
  const readOne = createMutex();
  const eraseOne = createMutex();
  /** People of whose erasure others were told while it runs. A second one of this process does not tell them again. */
  const told = new Set<string>();
  const read = <Row extends object>(consentId: string, query: string, values: unknown[]) =>
    readOne(() => ask<Row>(pool, query, values), consentId);

  /** Reads the rows with these `seq`, in order, a page at a time. */
  async function* readPages<Row extends object>(
    consentId: string,
    table: 'events' | 'consents',
    columns: string,
    seqs: readonly number[],
  ): AsyncGenerator<Row[]> {
    for (let start = 0; start < seqs.length; start += PAGE_ROWS) {
      yield await read<Row>(
        consentId,
        `SELECT ${columns} FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (seq, place)
         JOIN ${table} USING (seq) ORDER BY place`,
        [seqs.slice(start, start + PAGE_ROWS)],
      );
    }
  }

  async function* readEvents(consentId: string, seqs: readonly number[]) {
    for await (const rows of readPages<EventRow>(consentId, 'events', EVENT_COLUMNS, seqs)) {
      yield rows.map(toStoredEvent);
    }
  }

  /** Reads the decisions of a person by the time of the click. There may be a few, or hundreds of thousands. */
  async function findConsents(consentId: string): Promise<number[]> {
    const [found] = await read<{ seqs: number[] }>(
      consentId,
      `SELECT coalesce(json_agg(seq ORDER BY ${TIME}, seq), '[]') AS seqs FROM consents WHERE consent_id = $1`,
      [consentId],
    );
    return found?.seqs ?? [];
  }

  async function findEvents(consentId: string, limit: number) {
    const [found] = await read<{ seqs: number[]; count: number }>(
      consentId,
      `SELECT (SELECT count(*) FROM events WHERE consent_id = $1) AS count,
         (SELECT coalesce(json_agg(seq ORDER BY seq), '[]')
          FROM (SELECT seq FROM events WHERE consent_id = $1 ORDER BY seq LIMIT $2) AS first) AS seqs`,
      [consentId, Number.isFinite(limit) ? limit : null],
    );
    return found ?? { seqs: [], count: 0 };
  }

  return {
    async readPerson(
      consentId: string,
      maxEvents: number,
      { withoutGrant = false }: PersonSearch = {},
    ): Promise<PersonRecord> {
      const decisions = await findConsents(consentId);
      const isKnown = decisions.length > 0 || withoutGrant;
      const { seqs, count } = isKnown
        ? await findEvents(consentId, maxEvents)
        : { seqs: [], count: 0 };
      return {
        consents: readPages<ConsentRecord>(consentId, 'consents', CONSENT_COLUMNS, decisions),
        events: readEvents(consentId, seqs),
        moreEvents: Math.max(0, count - seqs.length),
      };
    },

    async erasePerson(request: ErasureRequest): Promise<number> {
      const { consentId, at, search } = request;
      // Without the events' lock: somebody who makes up an id must not stop the writers of all processes.
      const look = (tx: Transaction) => finish(readHistories(createDb(tx), [consentId]));
      const known = (await readOne(() => inTransaction(pool, look), consentId)).get(consentId);
      if (!known?.everGranted && !search?.withoutGrant) return 0;
      if (known?.everGranted || request.notices?.length) {
        await eraseOne(() => inTransaction(pool, (tx) => withdrawAlone(tx, request)));
      }
      // Anybody can make up an id, agree with it and erase it: of a visitor's, only what had events is told.
      const toTell = (!search?.withoutGrant && request.notices) || [];
      const eraseNext = async () => {
        const notices = told.has(consentId) ? [] : toTell;
        const rows = await inTransaction(pool, (tx) =>
          erasePortion(tx, { consentId, at, notices }),
        );
        if (rows > 0) told.add(consentId);
        return rows;
      };
      let erased = 0;
      try {
        for (let rows = PORTION_ROWS; rows === PORTION_ROWS; erased += rows) {
          rows = await eraseOne(eraseNext);
        }
      } finally {
        told.delete(consentId);
      }
      return erased;
    },
  };
}

async function withdrawAlone(tx: Transaction, request: ErasureRequest) {
  // Events that another process has already checked are stored by now. Later ones find the withdrawal.
  await takeEventLock(tx);
  await lockPersons(tx, [request.consentId]);
  await finish(withdraw(createDb(tx), request));
}

/**
 * Runs without the events' lock, so that other writers do not wait. Waits for rows that another erasure has locked, and does
 * not count them.
 */
async function erasePortion(
  tx: Transaction,
  { consentId, at, notices }: { consentId: string; at: number; notices: readonly NewNotice[] },
): Promise<number> {
  const erased = await tx.query(
    `DELETE FROM events WHERE seq = ANY(ARRAY(
       SELECT seq FROM events WHERE consent_id = $1 LIMIT ${PORTION_ROWS} FOR UPDATE))`,
    [consentId],
  );
  const events = erased.rowCount ?? 0;
  if (events > 0) await finish(noteErased(createDb(tx), { at, events, notices }));
  return events;
}
