import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../../../store/event-row.ts';
import type { Delivery, DeliveryRule } from '../../../store/store.ts';
import { type DecisionOnRecord, MAX_DECISIONS, ruleOnDelivery } from '../delivery-rule.ts';
import { LAST_SEQ } from '../delivery-state.sql.ts';

/** Events taken in one iteration of the event loop, in about a millisecond. Requests are answered between two. */
const SLICE = 100;

/**
 * Reads what the relay sends next. The queue is a cursor over `events`: the intake writes nothing extra, and a
 * withdrawal row alone is enough to remove waiting events (docs/decisions/008-the-queue-is-a-cursor.md).
 */
export function prepareTake(db: Database) {
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
