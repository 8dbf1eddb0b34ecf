import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { type DecisionOnRecord, MAX_DECISIONS, ruleOnDelivery } from '../../rules/delivery-rule.ts';
import type {
  Delivery,
  DeliveryRule,
  DeliveryState,
  Settlement,
  SkipReason,
  StoredEvent,
} from '../../store.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

/**
 * What the relay reads and writes. The queue is a cursor over `events`, so that the intake writes nothing for it
 * and a withdrawal removes what waits by being there (docs/decisions/008-the-queue-is-a-cursor.md).
 */
export function prepareDeliveries(db: Database) {
  return { take: prepareTake(db), settle: prepareSettle(db), noteFailure: prepareNoteFailure(db) };
}

const LAST_SEQ = 'coalesce((SELECT last_seq FROM relay_state), 0)';
/** So many are taken in one turn of the event loop, about a millisecond: requests come in between. */
const SLICE = 100;

function prepareTake(db: Database) {
  const selectLast = db.prepare<[], number>(`SELECT ${LAST_SEQ}`).pluck();
  const select = db.prepare<[number, number], EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const selectDecisions = db.prepare<
    [string],
    Omit<DecisionOnRecord, 'analytics'> & { analytics: number }
  >(
    `SELECT analytics, revision, recorded_at AS recordedAt FROM consents WHERE consent_id = ?
     ORDER BY coalesce(decided_at, recorded_at) DESC, rowid DESC LIMIT ${MAX_DECISIONS}`,
  );
  const selectTexts = db.prepare<[], { revision: number; recipient: string | null }>(
    'SELECT revision, recipient FROM consent_texts',
  );
  const takeSlice = (after: number, limit: number, rule: DeliveryRule): Delivery[] => {
    const rows = select.all(after, limit);
    if (rows.length === 0) return [];
    const recipients = new Map(selectTexts.all().map((row) => [row.revision, row.recipient]));
    const histories = new Map<string, DecisionOnRecord[]>();
    const historyOf = (consentId: string) => {
      const known = histories.get(consentId);
      if (known) return known;
      const history = selectDecisions
        .all(consentId)
        .map((row) => ({ ...row, analytics: row.analytics === 1 }))
        .reverse();
      histories.set(consentId, history);
      return history;
    };
    return rows.map((row): Delivery => {
      const { seq, consentId, receivedAt } = row;
      const recipientOf = (revision: number) => recipients.get(revision);
      const outcome = ruleOnDelivery(receivedAt, historyOf(consentId), recipientOf, rule);
      return outcome === 'deliver' ? { seq, outcome, event: toStoredEvent(row) } : { seq, outcome };
    });
  };

  return async (limit: number, rule: DeliveryRule): Promise<Delivery[]> => {
    const deliveries: Delivery[] = [];
    let after = selectLast.get() ?? 0;
    for (let left = limit; left > 0; left -= SLICE) {
      if (left < limit) await nextTurn();
      const slice = takeSlice(after, Math.min(left, SLICE), rule);
      deliveries.push(...slice);
      if (slice.length < SLICE) break;
      after = slice.at(-1)?.seq ?? after;
    }
    return deliveries;
  };
}

function prepareSettle(db: Database) {
  // Only forwards: what a second relay settled meanwhile stays settled, and is counted once.
  const advance = db.prepare<[Pick<Settlement, 'through'> & { deliveredAt: number | null }]>(
    `INSERT INTO relay_state (id, last_seq, delivered_at) VALUES (1, @through, @deliveredAt)
     ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq,
       delivered_at = coalesce(excluded.delivered_at, delivered_at), failure = NULL, failed_at = NULL
     WHERE last_seq < excluded.last_seq`,
  );
  const add = db.prepare<[string, number]>(
    `INSERT INTO relay_counts (outcome, count) VALUES (?, ?)
     ON CONFLICT (outcome) DO UPDATE SET count = count + excluded.count`,
  );
  // Its event may have been erased since it was taken.
  const setAside = db.prepare<[string, number, number]>(
    `INSERT INTO relay_dead_letters (seq, reason, set_aside_at) SELECT seq, ?, ? FROM events WHERE seq = ?
     ON CONFLICT DO NOTHING`,
  );
  return ({ through, delivered, skipped, setAside: letter, at }: Settlement): void => {
    const { changes } = advance.run({ through, deliveredAt: delivered > 0 ? at : null });
    if (changes === 0) return;
    if (delivered > 0) add.run('delivered', delivered);
    for (const [reason, count] of Object.entries(skipped)) add.run(reason, count);
    if (letter) setAside.run(letter.reason, at, letter.seq);
  };
}

function prepareNoteFailure(db: Database) {
  const note = db.prepare<[string, number]>(
    `INSERT INTO relay_state (id, last_seq, failure, failed_at) VALUES (1, 0, ?, ?)
     ON CONFLICT (id) DO UPDATE SET failure = excluded.failure, failed_at = excluded.failed_at`,
  );
  return (reason: string, at: number): void => {
    note.run(reason, at);
  };
}

interface StateRow {
  deliveredAt: number | null;
  failure: string | null;
  failedAt: number | null;
}

const DEAD_LETTERS_SHOWN = 20;

/** @throws SqliteError (`no such table`) for the database of an older version that was not migrated. */
export function readDeliveryState(db: Database): DeliveryState {
  const first = db
    .prepare<[], Pick<StoredEvent, 'receivedAt'>>(
      `SELECT received_at AS receivedAt FROM events WHERE seq > ${LAST_SEQ} ORDER BY seq LIMIT 1`,
    )
    .get();
  const state = db
    .prepare<[], StateRow>(
      'SELECT delivered_at AS deliveredAt, failure, failed_at AS failedAt FROM relay_state',
    )
    .get();
  const counts = new Map(
    db
      .prepare<[], { outcome: string; count: number }>('SELECT outcome, count FROM relay_counts')
      .all()
      .map(({ outcome, count }) => [outcome, count]),
  );
  const countOf = (outcome: SkipReason | 'delivered') => counts.get(outcome) ?? 0;
  return {
    waiting: countWaiting(db),
    waitingSince: first?.receivedAt ?? null,
    delivered: countOf('delivered'),
    deliveredAt: state?.deliveredAt ?? null,
    skipped: {
      no_grant: countOf('no_grant'),
      withdrawn: countOf('withdrawn'),
      expired: countOf('expired'),
      other_recipient: countOf('other_recipient'),
    },
    ...readDeadLetters(db),
    failure: state?.failure == null ? null : { reason: state.failure, at: state.failedAt ?? 0 },
  };
}

/** Counting reads every row: a million take 70 ms, in which nothing else is answered. */
const MAX_COUNTED = 10_000;

function countWaiting(db: Database): number {
  const one = (sql: string) => db.prepare<[], { number: number }>(sql).get()?.number ?? 0;
  const span = one(`SELECT coalesce(max(seq), 0) - ${LAST_SEQ} AS number FROM events`);
  if (span > MAX_COUNTED) return span;
  return one(`SELECT count(*) AS number FROM events WHERE seq > ${LAST_SEQ}`);
}

function readDeadLetters(db: Database): Pick<DeliveryState, 'setAside' | 'deadLetters'> {
  const total = db
    .prepare<[], { setAside: number }>('SELECT count(*) AS setAside FROM relay_dead_letters')
    .get();
  const deadLetters = db
    .prepare<[number], DeliveryState['deadLetters'][number]>(
      `SELECT events.id AS eventId, reason, set_aside_at AS at FROM relay_dead_letters
       JOIN events USING (seq) ORDER BY seq DESC LIMIT ?`,
    )
    .all(DEAD_LETTERS_SHOWN);
  return { setAside: total?.setAside ?? 0, deadLetters };
}
