import type { Stamps } from '../store/database-stamps.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

/** For operators. */
const COPIED =
  'this database is a copy, was restored or was put back to an earlier time: some of these messages may have left meanwhile. Compare with the log of your mail server before you go on';
const NO_STAMP =
  'no file can be made beside this database, so a copy of it would not be noticed. Put that right, and go on';

const SELECT_LAST = sql("SELECT value FROM marks WHERE name = 'mailings_home' FOR UPDATE").rows<{
  value: string;
}>();
const SET_LAST = sql(`
  INSERT INTO marks (name, value, at) VALUES ('mailings_home', {value:text}, {at:time})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at`);
// Also those that somebody paused: they would go on from where they were when the copy was made.
const PAUSE_ALL = sql(
  "UPDATE mailings SET state = 'paused', reason = {reason:text} WHERE state IN ('sending', 'paused')",
);

/**
 * Stamps the database, before a message of a mailing leaves and before a mailing begins or goes on. If the database does not hold
 * the last stamp, it is a copy or was put back, and would send messages once more: all mailings are paused, and nothing may leave.
 * After that it counts as the original, so that who asks again goes on.
 */
export function* stampDatabase(
  db: Db,
  stamps: Stamps,
  at: number,
): Op<{ stamp: string } | { refusal: string }> {
  const last = (yield* db.get(SELECT_LAST, {}))?.value ?? null;
  const next = yield* stamps.next(db, last);
  if ('stamp' in next) yield* db.run(SET_LAST, { value: next.stamp, at });
  if ('stamp' in next && next.isLast) return { stamp: next.stamp };
  const refusal = 'stamp' in next ? COPIED : `${NO_STAMP}: ${next.failure}`;
  yield* db.run(PAUSE_ALL, { reason: refusal });
  return { refusal };
}

/** Stamps a database that never was, so that a copy of its first draft is told apart. */
export function* stampFirst(db: Db, stamps: Stamps, at: number): Op<void> {
  if (!(yield* db.get(SELECT_LAST, {}))) yield* stampDatabase(db, stamps, at);
}
