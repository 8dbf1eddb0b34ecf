import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

/** The sender looks every half a minute, and while no server can be reached every quarter of an hour. */
const STALE_MS = 30 * 60_000;
/** For operators. */
const COPIED =
  'this database is a copy, was restored, or did not run for half an hour: some of these messages may have left meanwhile';

const SELECT_SEEN = sql("SELECT value, at FROM marks WHERE name = 'mailings_home'").rows<{
  value: string;
  at: number;
}>();
const SET_SEEN = sql(`
  INSERT INTO marks (name, value, at) VALUES ('mailings_home', {home:text}, {at:time})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at`);
const SELECT_SENDING = sql("SELECT 1 FROM mailings WHERE state = 'sending' LIMIT 1");
const PAUSE = sql(
  `UPDATE mailings SET state = 'paused', reason = '${COPIED}' WHERE state = 'sending'`,
);

/**
 * Pauses what is being sent if this is not the database in which it was last seen: a copy or a backup would send everything
 * once more. A file that was copied over the same file shows by the time at which it was last seen.
 *
 * @param home what tells this database from a copy of it
 */
export function* pauseCopies(db: Db, home: string, at: number): Op<number> {
  const isSending = (yield* db.get(SELECT_SENDING, {})) !== undefined;
  const seen = yield* db.get(SELECT_SEEN, {});
  const isSame = seen !== undefined && seen.value === home;
  const isCopy = isSending && !(isSame && at - seen.at < STALE_MS);
  const paused = isCopy ? yield* db.run(PAUSE, {}) : 0;
  if (isSending || !isSame) yield* db.run(SET_SEEN, { home, at });
  return paused;
}

/** Says that something is sent from now on. */
export function* noteHome(db: Db, home: string, at: number): Op<void> {
  yield* db.run(SET_SEEN, { home, at });
}
