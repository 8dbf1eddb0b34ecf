import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../../store/sql/operation.ts';
import { finish } from '../../../store/sqlite/connection/sql.ts';
import type { Delivery, DeliveryRule } from '../../../store/store.ts';
import { takeDeliveries } from '../take-deliveries.sql.ts';

/** Events taken in one iteration of the event loop, in about a millisecond. Requests are answered between two. */
const SLICE = 100;

export const createTake =
  ({ statements }: { statements: Db }) =>
  async (limit: number, rule: DeliveryRule): Promise<Delivery[]> => {
    const deliveries: Delivery[] = [];
    for (let left = limit; left > 0; left -= SLICE) {
      if (left < limit) await nextTurn();
      const after = deliveries.at(-1)?.seq ?? null;
      const page = { after, through: Number.MAX_SAFE_INTEGER, limit: Math.min(left, SLICE) };
      const slice = finish(takeDeliveries(statements, page, rule));
      deliveries.push(...slice);
      if (slice.length < SLICE) break;
    }
    return deliveries;
  };
