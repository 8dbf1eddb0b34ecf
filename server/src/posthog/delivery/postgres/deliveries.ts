import { settledThrough } from '../../../events/postgres/event-lock.ts';
import { createLease } from '../../../store/postgres/connection/lease.ts';
import { asUnavailable, type SitePool } from '../../../store/postgres/connection/pool.ts';
import { createDb, finish } from '../../../store/postgres/connection/sql.ts';
import { inTransaction, type Transaction } from '../../../store/postgres/connection/transaction.ts';
import { type Store, StoreUnavailableError } from '../../../store/store.ts';
import { noteDeliveryFailure, settleDeliveries } from '../settlement.sql.ts';
import { takeDeliveries } from '../take-deliveries.sql.ts';

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
        const page = { after: null, through: await settledThrough(tx), limit };
        const deliveries = await finish(takeDeliveries(createDb(tx), page, rule));
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
