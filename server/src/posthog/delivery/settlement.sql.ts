import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import type { Settlement } from '../../store/store.ts';

// The cursor only moves forward: what another relay settled in the meantime stays settled, and is counted once.
const ADVANCE = sql(`
  INSERT INTO relay_state (id, last_seq, delivered_at) VALUES (1, {through:int}, {deliveredAt:time?})
  ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq, failure = NULL, failed_at = NULL,
    delivered_at = coalesce(excluded.delivered_at, relay_state.delivered_at)
  WHERE relay_state.last_seq < excluded.last_seq`);
const ADD = sql(`
  INSERT INTO relay_counts (outcome, count) SELECT {outcome:text}, {count:int} FROM {each}
  ON CONFLICT (outcome) DO UPDATE SET count = relay_counts.count + excluded.count`);
// The event may have been erased after it was taken.
const SET_ASIDE = sql(`
  INSERT INTO relay_dead_letters (seq, reason, set_aside_at)
  SELECT seq, {reason:text}, {at:time} FROM events WHERE seq = {seq:int} ON CONFLICT DO NOTHING`);
const NOTE_FAILURE = sql(`
  INSERT INTO relay_state (id, last_seq, failure, failed_at) VALUES (1, 0, {reason:text}, {at:time})
  ON CONFLICT (id) DO UPDATE SET failure = excluded.failure, failed_at = excluded.failed_at`);

export function* settleDeliveries(db: Db, settlement: Settlement): Op<void> {
  const { through, delivered, skipped, setAside, at } = settlement;
  const deliveredAt = delivered > 0 ? at : null;
  if ((yield* db.run(ADVANCE, { through, deliveredAt })) === 0) return;
  const counts = Object.entries({ delivered, ...skipped }).filter(([, count]) => count > 0);
  yield* db.each(
    ADD,
    counts.map(([outcome, count]) => ({ outcome, count })),
  );
  if (setAside) yield* db.run(SET_ASIDE, { ...setAside, at });
}

export function* noteDeliveryFailure(db: Db, reason: string, at: number): Op<void> {
  yield* db.run(NOTE_FAILURE, { reason, at });
}
