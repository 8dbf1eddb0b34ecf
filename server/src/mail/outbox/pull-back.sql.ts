import { MINUTE_MS } from '#shared/limits';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import { AT_ONCE } from './outbox-rule.ts';

/** Longer than any attempt: one that goes on is not made twice. */
const SOON_MS = 10 * MINUTE_MS;
const PULL_BACK = sql(`
  UPDATE outbox SET due_at = created_at
  WHERE state = 'waiting' AND reason IS NOT NULL AND due_at > {after:time} AND due_at > created_at`);
const PULL_BACK_RECIPIENTS = sql(
  "UPDATE mailing_recipients SET due_at = {at:time} WHERE state = 'waiting' AND due_at > {after:time}",
);

/**
 * Makes the messages due that were tried before and wait for longer than some minutes. A clock that was ahead may have said when
 * they are tried again, and an attempt too early does no harm.
 */
export function* pullBack(db: Db, now: number): Op<void> {
  const after = now + SOON_MS;
  yield* db.run(PULL_BACK, { after });
  yield* db.run(PULL_BACK_RECIPIENTS, { after, at: AT_ONCE });
}
