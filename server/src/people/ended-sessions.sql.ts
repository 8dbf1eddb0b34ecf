import { doubtOfClock, TRUST_MS } from '../clock/clock.sql.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

const FORGET = sql('DELETE FROM ended_sessions WHERE ends_at <= {before:time}');
const FORGET_OPEN = sql('DELETE FROM person_sessions WHERE ends_at <= {before:time}');
const CLOSE = sql('DELETE FROM person_sessions WHERE hash = {hash:text}');
const INSERT = sql(
  'INSERT INTO ended_sessions (hash, ends_at) VALUES ({hash:text}, {endsAt:time}) ON CONFLICT (hash) DO NOTHING',
);
const FIND = sql('SELECT 1 FROM ended_sessions WHERE hash = {hash:text}');

/** A session of the growth console that was signed out before it expired, or a challenge that was answered. */
export interface EndedSession {
  /** A hash of its cookie. The cookie cannot be derived from it. */
  hash: string;
  /** When the session would have expired. */
  endsAt: number;
}

/**
 * Records that a session or a challenge may not be used again, and deletes a person's session and what is over by any clock that is
 * believed. Returns false if it was recorded before.
 */
export function* endSession(db: Db, session: EndedSession, now: number): Op<boolean> {
  if ((yield* doubtOfClock(db, now)) === null) {
    yield* db.run(FORGET, { before: now - TRUST_MS });
    yield* db.run(FORGET_OPEN, { before: now - TRUST_MS });
  }
  yield* db.run(CLOSE, session);
  return (yield* db.run(INSERT, session)) === 1;
}

/** Returns whether a session was signed out, at any process, even before a restart. */
export function* isSessionEnded(db: Db, hash: string): Op<boolean> {
  return (yield* db.get(FIND, { hash })) !== undefined;
}
