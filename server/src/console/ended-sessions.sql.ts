import { doubtOfClock, TRUST_MS } from '../clock/clock.sql.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { EndedSession } from '../store/store.ts';

const FORGET = sql('DELETE FROM ended_sessions WHERE ends_at <= {before:time}');
const INSERT = sql(
  'INSERT INTO ended_sessions (hash, ends_at) VALUES ({hash:text}, {endsAt:time}) ON CONFLICT (hash) DO NOTHING',
);
const FIND = sql('SELECT 1 FROM ended_sessions WHERE hash = {hash:text}');

/**
 * Records that a session of the console was signed out before it expired, and deletes records of sessions that are over by any
 * clock that is believed.
 */
export function* endSession(db: Db, session: EndedSession, now: number): Op<void> {
  if ((yield* doubtOfClock(db, now)) === null) yield* db.run(FORGET, { before: now - TRUST_MS });
  yield* db.run(INSERT, session);
}

export function* isSessionEnded(db: Db, hash: string): Op<boolean> {
  return (yield* db.get(FIND, { hash })) !== undefined;
}
