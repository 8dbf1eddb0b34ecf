import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../../store/event-row.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import type { Delivery, DeliveryRule } from '../../store/store.ts';
import { type DecisionOnRecord, MAX_DECISIONS, ruleOnDelivery } from './delivery-rule.ts';
import { LAST_SEQ } from './delivery-state.sql.ts';

const SELECT_EVENTS = sql(`
  SELECT ${EVENT_COLUMNS} FROM events
  WHERE seq > coalesce({after:int?}, ${LAST_SEQ}) AND seq <= {through:int} ORDER BY seq LIMIT {limit:int}`).rows<EventRow>();
const TIME = 'coalesce(decided_at, recorded_at)';
const LATEST = `FROM consents WHERE consent_id = wanted.value ORDER BY ${TIME} DESC, rowid DESC LIMIT ${MAX_DECISIONS}`;
const COLUMNS = 'wanted.value AS "consentId", analytics, revision, recorded_at AS "recordedAt"';
/** The latest decisions of people, in the order of the clicks. Only PostgreSQL knows LATERAL, and without it reads every row. */
const SELECT_DECISIONS = sql({
  sqlite: `SELECT ${COLUMNS} FROM {ids:texts} AS wanted CROSS JOIN consents
    WHERE consents.rowid IN (SELECT rowid ${LATEST}) ORDER BY ${TIME}, consents.rowid`,
  postgres: `SELECT ${COLUMNS} FROM {ids:texts} AS wanted CROSS JOIN LATERAL (SELECT * ${LATEST}) AS latest ORDER BY ${TIME}, rowid`,
}).rows<DecisionOnRecord & { consentId: string }>({ analytics: 'flag' });
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
  const histories = new Map<string, DecisionOnRecord[]>(ids.map((id) => [id, []]));
  for (const { consentId, ...decision } of yield* db.all(SELECT_DECISIONS, { ids }))
    histories.get(consentId)?.push(decision);
  const texts = yield* db.all(SELECT_RECIPIENTS, {});
  const recipients = new Map(texts.map(({ revision, recipient }) => [revision, recipient]));
  return rows.map((row): Delivery => {
    const { seq, consentId, receivedAt } = row;
    const recipientOf = (revision: number) => recipients.get(revision);
    const outcome = ruleOnDelivery(receivedAt, histories.get(consentId) ?? [], recipientOf, rule);
    return outcome === 'deliver' ? { seq, outcome, event: toStoredEvent(row) } : { seq, outcome };
  });
}
