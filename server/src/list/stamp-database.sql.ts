import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { Stamps } from '../store/stamps.ts';

/** For operators. */
const COPIED =
  'this database is a copy, was restored or was put back to an earlier time: some of these messages may have left meanwhile. Compare with the log of your mail server before you resume';
const NO_STAMP =
  'no file can be made beside this database, so a copy of it would not be noticed. Put that right, and resume';

const SELECT_LAST = sql("SELECT value FROM marks WHERE name = 'mailings_home' FOR UPDATE").rows<{
  value: string;
}>();
const SET_LAST = sql(`
  INSERT INTO marks (name, value, at) VALUES ('mailings_home', {value:text}, {at:time})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at`);
const PAUSE_ALL = sql(
  "UPDATE mailings SET state = 'paused', reason = {reason:text} WHERE state = 'sending'",
);

/**
 * Stamps the database, before a message of a mailing leaves and before a mailing begins or goes on. If the database does not hold
 * the last stamp, it is a copy or was put back, and would send messages once more: what is being sent is paused. Returns the new
 * stamp, and null if it was paused.
 */
export function* stampDatabase(db: Db, stamps: Stamps, at: number): Op<string | null> {
  const last = (yield* db.get(SELECT_LAST, {}))?.value ?? null;
  const next = yield* stamps.next(db, last);
  const hasFailed = 'failure' in next;
  yield* db.run(SET_LAST, { value: hasFailed ? '' : next.stamp, at });
  if (!hasFailed && next.isLast) return next.stamp;
  yield* db.run(PAUSE_ALL, { reason: hasFailed ? `${NO_STAMP}: ${next.failure}` : COPIED });
  return null;
}
