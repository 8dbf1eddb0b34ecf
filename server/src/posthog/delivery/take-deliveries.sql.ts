import { readLatestDecisions } from '../../consent/latest-decisions.sql.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../../store/event-row.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import type { Delivery, DeliveryRule } from '../../store/store.ts';
import { ruleOnDelivery } from './delivery-rule.ts';
import { LAST_SEQ } from './delivery-state.sql.ts';

const SELECT_EVENTS = sql(`
  SELECT ${EVENT_COLUMNS} FROM events
  WHERE seq > coalesce({after:int?}, ${LAST_SEQ}) AND seq <= {through:int} ORDER BY seq LIMIT {limit:int}`).rows<EventRow>();
const SELECT_RECIPIENTS = sql('SELECT revision, recipient FROM consent_texts').rows<{
  revision: number;
  recipient: string | null;
}>();

/**
 * Reads what the relay sends next. The queue is a cursor over `events`: the intake writes nothing extra, and a
 * withdrawal row alone is enough to remove waiting events (docs/decisions/008-the-queue-is-a-cursor.md).
 *
 * @param page `after`: null for what follows the last event that was settled
 */
export function* takeDeliveries(
  db: Db,
  page: { after: number | null; through: number; limit: number },
  rule: DeliveryRule,
): Op<Delivery[]> {
  const rows = yield* db.all(SELECT_EVENTS, page);
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ consentId }) => consentId))];
  const histories = yield* readLatestDecisions(db, ids);
  const texts = yield* db.all(SELECT_RECIPIENTS, {});
  const recipients = new Map(texts.map(({ revision, recipient }) => [revision, recipient]));
  return rows.map((row): Delivery => {
    const { seq, consentId, receivedAt } = row;
    const recipientOf = (revision: number) => recipients.get(revision);
    const outcome = ruleOnDelivery(receivedAt, histories.get(consentId) ?? [], recipientOf, rule);
    return outcome === 'deliver' ? { seq, outcome, event: toStoredEvent(row) } : { seq, outcome };
  });
}
