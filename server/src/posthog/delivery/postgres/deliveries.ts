import { settledThrough } from '../../../events/postgres/event-lock.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../../../store/event-row.ts';
import { createLease } from '../../../store/postgres/connection/lease.ts';
import { asUnavailable, type SitePool } from '../../../store/postgres/connection/pool.ts';
import { createDb, finish } from '../../../store/postgres/connection/sql.ts';
import { inTransaction, type Transaction } from '../../../store/postgres/connection/transaction.ts';
import {
  type Delivery,
  type DeliveryRule,
  type Store,
  StoreUnavailableError,
} from '../../../store/store.ts';
import { type DecisionOnRecord, MAX_DECISIONS, ruleOnDelivery } from '../delivery-rule.ts';
import { noteDeliveryFailure, settleDeliveries } from '../settlement.sql.ts';

type Deliveries = Pick<Store, 'takeDeliveries' | 'settleDeliveries' | 'noteDeliveryFailure'> & {
  giveBack(): Promise<void>;
};

/**
 * What the relay reads and writes: a cursor over `events` (docs/decisions/008-the-queue-is-a-cursor.md). From taking
 * events until settling them this process holds the lease, and no other delivers, unless this one gives no sign for a minute.
 */
export function createDeliveries(pool: SitePool): Deliveries {
  const lease = createLease(pool, 'relay');
  return {
    async takeDeliveries(limit, rule) {
      const tx = await lease.take();
      if (!tx) return 'elsewhere';
      try {
        const deliveries = await take(tx, limit, rule);
        if (deliveries.length === 0) await lease.giveBack();
        return deliveries;
      } catch (error) {
        await lease.giveBack();
        throw asUnavailable(error);
      }
    },
    async settleDeliveries(settlement) {
      const settle = (tx: Transaction) => finish(settleDeliveries(createDb(tx), settlement));
      const held = await lease.end(settle).catch(lostLease);
      // What PostHog accepted is settled even then; settling twice counts once.
      if (!held) await inTransaction(pool, settle);
    },
    async noteDeliveryFailure(reason, at) {
      await lease.giveBack();
      await inTransaction(pool, (tx) => finish(noteDeliveryFailure(createDb(tx), reason, at)));
    },
    giveBack: lease.giveBack,
  };
}

/** The lease ends with its connection, which may have broken long ago. */
function lostLease(error: unknown) {
  if (error instanceof StoreUnavailableError) return false;
  throw error;
}

async function take(tx: Transaction, limit: number, rule: DeliveryRule): Promise<Delivery[]> {
  const through = await settledThrough(tx);
  const events = await tx.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events
     WHERE seq > (SELECT last_seq FROM relay_state) AND seq <= $1 ORDER BY seq LIMIT $2`,
    [through, limit],
  );
  if (events.rows.length === 0) return [];
  const [histories, recipients] = await Promise.all([
    readDecisions(tx, new Set(events.rows.map(({ consentId }) => consentId))),
    readRecipients(tx),
  ]);
  return events.rows.map((row): Delivery => {
    const { seq, consentId, receivedAt } = row;
    const history = histories.get(consentId) ?? [];
    const recipientOf = (revision: number) => recipients.get(revision);
    const outcome = ruleOnDelivery(receivedAt, history, recipientOf, rule);
    return outcome === 'deliver' ? { seq, outcome, event: toStoredEvent(row) } : { seq, outcome };
  });
}

async function readDecisions(tx: Transaction, consentIds: ReadonlySet<string>) {
  const { rows } = await tx.query<DecisionOnRecord & { consentId: string }>(
    `SELECT person.id AS "consentId", analytics, revision, recorded_at AS "recordedAt"
     FROM unnest($1::text[]) AS person (id) CROSS JOIN LATERAL (
       SELECT *, coalesce(decided_at, recorded_at) AS at FROM consents WHERE consent_id = person.id
       ORDER BY coalesce(decided_at, recorded_at) DESC, seq DESC LIMIT ${MAX_DECISIONS}) AS latest
     ORDER BY at, seq`,
    [[...consentIds]],
  );
  const histories = new Map<string, DecisionOnRecord[]>();
  for (const { consentId, ...decision } of rows) {
    const history = histories.get(consentId) ?? [];
    histories.set(consentId, history);
    history.push(decision);
  }
  return histories;
}

async function readRecipients(tx: Transaction) {
  const { rows } = await tx.query<{ revision: number; recipient: string | null }>(
    'SELECT revision, recipient FROM consent_texts',
  );
  return new Map(rows.map(({ revision, recipient }) => [revision, recipient]));
}
