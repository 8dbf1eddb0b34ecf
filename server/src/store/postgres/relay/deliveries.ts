import { type DecisionOnRecord, MAX_DECISIONS, ruleOnDelivery } from '../../rules/delivery-rule.ts';
import {
  type Delivery,
  type DeliveryRule,
  type Settlement,
  type Store,
  StoreUnavailableError,
} from '../../store.ts';
import { toTimestamp, toTimestampOrNull } from '../connection/column-types.ts';
import { createLease } from '../connection/lease.ts';
import { asUnavailable, type SitePool } from '../connection/pool.ts';
import { inTransaction, type Transaction } from '../connection/transaction.ts';
import type { EventGate } from '../intake/event-gate.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

type Deliveries = Pick<Store, 'takeDeliveries' | 'settleDeliveries' | 'noteDeliveryFailure'> & {
  giveBack(): Promise<void>;
};

/**
 * What the relay reads and writes: a cursor over `events` (docs/decisions/008-the-queue-is-a-cursor.md). From taking
 * events until settling them this process holds the lease, and no other delivers.
 */
export function createDeliveries(pool: SitePool, gate: EventGate): Deliveries {
  const lease = createLease(pool, 'relay');
  return {
    async takeDeliveries(limit, rule) {
      const tx = await lease.take();
      if (!tx) return 'elsewhere';
      try {
        const deliveries = await take(tx, gate, limit, rule);
        if (deliveries.length === 0) await lease.giveBack();
        return deliveries;
      } catch (error) {
        await lease.giveBack();
        throw asUnavailable(error);
      }
    },
    async settleDeliveries(settlement) {
      const held = await lease.end((tx) => settle(tx, settlement)).catch(lostLease);
      // What PostHog accepted is settled even then; settling twice counts once.
      if (!held) await inTransaction(pool, (tx) => settle(tx, settlement));
    },
    async noteDeliveryFailure(reason, at) {
      await lease.giveBack();
      await inTransaction(pool, (tx) =>
        tx.query('UPDATE relay_state SET failure = $1, failed_at = $2', [reason, toTimestamp(at)]),
      );
    },
    giveBack: lease.giveBack,
  };
}

/** The lease ends with its connection, which may have broken long ago. */
function lostLease(error: unknown) {
  if (error instanceof StoreUnavailableError) return false;
  throw error;
}

async function take(
  tx: Transaction,
  gate: EventGate,
  limit: number,
  rule: DeliveryRule,
): Promise<Delivery[]> {
  const through = await gate.settledThrough(tx);
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

/** The cursor only moves forward: what another process settled in the meantime stays settled, and is counted once. */
async function settle(tx: Transaction, settlement: Settlement): Promise<void> {
  const { through, delivered, skipped, setAside, at } = settlement;
  const { rowCount } = await tx.query(
    `UPDATE relay_state SET last_seq = $1, delivered_at = coalesce($2, delivered_at), failure = NULL, failed_at = NULL
     WHERE last_seq < $1`,
    [through, toTimestampOrNull(delivered > 0 ? at : null)],
  );
  if (rowCount === 0) return;
  const counts = Object.entries({ delivered, ...skipped }).filter(([, count]) => count > 0);
  if (counts.length > 0) {
    await tx.query(
      `INSERT INTO relay_counts (outcome, count) SELECT * FROM unnest($1::text[], $2::bigint[])
       ON CONFLICT (outcome) DO UPDATE SET count = relay_counts.count + excluded.count`,
      [counts.map(([outcome]) => outcome), counts.map(([, count]) => count)],
    );
  }
  if (!setAside) return;
  // The event may have been erased after it was taken.
  await tx.query(
    `INSERT INTO relay_dead_letters (seq, reason, set_aside_at) SELECT seq, $1, $2 FROM events WHERE seq = $3
     ON CONFLICT (seq) DO NOTHING`,
    [setAside.reason, toTimestamp(at), setAside.seq],
  );
}
