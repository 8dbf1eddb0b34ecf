import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { isErasure } from '../consent-rule.ts';
import type {
  ConsentRecord,
  Decision,
  ErasureRequest,
  PersonRecord,
  PersonSearch,
  RecordedDecision,
} from '../store.ts';
import { prepareAudit } from './audit.ts';
import { checkpoint } from './checkpoint.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from './event-row.ts';
import type { GroupCommit } from './group-commit.ts';

/**
 * `events` has no index by person, because each further one costs the intake more than the insert itself. What
 * belongs to a person is found by looking at every row, a few milliseconds' worth in a turn of the event loop.
 */
const WINDOW_ROWS = 20_000;

export interface PersonDeps {
  db: Database;
  writes: GroupCommit;
  /** Runs inside a transaction. */
  recordDecision(decision: Decision): RecordedDecision;
}

export function createPersons({ db, writes, recordDecision }: PersonDeps) {
  const selectMax = db.prepare<[], number | null>('SELECT max(seq) FROM events').pluck();
  const selectWindow = db
    .prepare<[number, number, string], number>(
      'SELECT seq FROM events WHERE seq > ? AND seq <= ? AND consent_id = ?',
    )
    .pluck();
  const selectEvent = db.prepare<[number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE seq = ?`,
  );
  const selectConsents = db.prepare<[string], ConsentRow>(
    `SELECT revision, analytics, source, language, text_hash AS textHash, gpc, decided_at AS decidedAt,
            recorded_at AS recordedAt
     FROM consents WHERE consent_id = ? ORDER BY coalesce(decided_at, recorded_at), rowid`,
  );
  const deleteEvent = db.prepare<[number]>('DELETE FROM events WHERE seq = ?');
  const audit = prepareAudit(db);

  const consentsOf = (consentId: string) => selectConsents.all(consentId).map(toRecord);

  /** The `seq` of each event of the person, and the last that was looked at. */
  async function findEvents(consentId: string, onProgress: PersonSearch['onProgress']) {
    const end = selectMax.get() ?? 0;
    const found: number[] = [];
    for (let start = 0; start < end; start += WINDOW_ROWS) {
      for (const seq of selectWindow.all(start, Math.min(start + WINDOW_ROWS, end), consentId)) {
        found.push(seq);
      }
      onProgress?.(Math.min(start + WINDOW_ROWS, end), end);
      await nextTurn();
    }
    return { found, end };
  }

  /** Runs inside a transaction. */
  function recordWithdrawal({ id, consentId, gpc, at }: ErasureRequest, latest: ConsentRecord) {
    const { revision, language, textHash } = latest;
    recordDecision({
      id,
      consentId,
      revision,
      language,
      textHash,
      gpc,
      analytics: false,
      source: 'my-data',
      decidedAt: Math.max(at, latest.decidedAt ?? latest.recordedAt),
      recordedAt: at,
    });
  }

  return {
    async read(
      consentId: string,
      maxEvents: number,
      { withoutGrant = false, onProgress }: PersonSearch = {},
    ): Promise<PersonRecord> {
      const consents = consentsOf(consentId);
      // Events are only ever kept beside a decision: an identifier that somebody made up costs nothing.
      if (consents.length === 0 && !withoutGrant) return { consents, events: [], moreEvents: 0 };
      const { found } = await findEvents(consentId, onProgress);
      const rows = found.slice(0, maxEvents).map((seq) => selectEvent.get(seq));
      const events = rows.filter((row) => row !== undefined).map(toStoredEvent);
      return { consents, events, moreEvents: Math.max(0, found.length - maxEvents) };
    },

    async erase(request: ErasureRequest): Promise<number> {
      const { consentId, at, search: { withoutGrant = false, onProgress } = {} } = request;
      const everGranted = consentsOf(consentId).some(({ analytics }) => analytics);
      if (!everGranted && !withoutGrant) return 0;
      const { found, end } = await findEvents(consentId, onProgress);
      const erased = await writes.run(found.length + 1, () => {
        const latest = consentsOf(consentId).at(-1);
        if (everGranted && latest && !isErasure(latest)) recordWithdrawal(request, latest);
        // Those that came while the others were looked for; after the withdrawal there come no more.
        const late = selectWindow.all(end, selectMax.get() ?? 0, consentId);
        const events = [...found, ...late].reduce(
          (erased, seq) => erased + deleteEvent.run(seq).changes,
          0,
        );
        if (events > 0) audit({ at, kind: 'erase', counts: { events } });
        return events;
      });
      if (erased > 0) checkpoint(db);
      return erased;
    },
  };
}

type ConsentRow = Omit<ConsentRecord, 'analytics' | 'gpc'> & { analytics: number; gpc: number };

const toRecord = (row: ConsentRow): ConsentRecord => ({
  ...row,
  analytics: row.analytics === 1,
  gpc: row.gpc === 1,
});
