import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { LAST_SEQ } from '../../relay/delivery-state.ts';
import { type DecisionOnRecord, MAX_DECISIONS, ruleOnDelivery } from '../../rules/delivery-rule.ts';
import type { Delivery, DeliveryRule, Settlement } from '../../store.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

/**
 * What the relay reads and writes. The queue is a cursor over `events`: the intake writes nothing extra, and a
 * withdrawal row alone is enough to remove waiting events (docs/decisions/008-the-queue-is-a-cursor.md).
 */
export function prepareDeliveries(db: Database) {
  return { take: prepareTake(db), settle: prepareSettle(db), noteFailure: prepareNoteFailure(db) };
}

/** Events taken in one iteration of the event loop, in about a millisecond. Requests are answered between two. */
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
  // The cursor only moves forward: what a second relay settled in the meantime stays settled, and is counted once.
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
  // The event may have been erased after it was taken.
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
