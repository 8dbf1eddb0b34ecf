import { trustedTime } from '../clock/trusted-time.sql.ts';
import { mostAtOnce } from '../lib/share-rule.ts';
import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

const COUNT = sql('SELECT count(*) AS rows FROM ended_sessions').rows<{ rows: number }>();
const FORGET = sql(`DELETE FROM ended_sessions WHERE hash IN
  (SELECT hash FROM ended_sessions WHERE ends_at <= {now:time} ORDER BY ends_at LIMIT {most:int})`);
const INSERT = sql(
  'INSERT INTO ended_sessions (hash, ends_at) VALUES ({hash:text}, {endsAt:time}) ON CONFLICT (hash) DO NOTHING',
);
const FIND = sql('SELECT 1 FROM ended_sessions WHERE hash = {hash:text}');

/** A session of the growth console that was signed out before it expired. */
export interface EndedSession {
  /** A hash of its cookie. The cookie cannot be derived from it. */
  hash: string;
  /** When the session would have expired. */
  endsAt: number;
}

/** Records that a session was signed out, and deletes some records of sessions that have expired. */
function* endSession(db: Db, session: EndedSession, now: number): Op<void> {
  const most = mostAtOnce((yield* db.get(COUNT, {}))?.rows ?? 0);
  yield* db.run(FORGET, { now: yield* trustedTime(db, now), most });
  yield* db.run(INSERT, session);
}

/** Returns whether a session was signed out, at any process, even before a restart. */
function* isSessionEnded(db: Db, hash: string): Op<boolean> {
  return (yield* db.get(FIND, { hash })) !== undefined;
}

export type SessionStore = ReturnType<typeof createSessions>;

export const createSessions = ({ reads, writes }: Engine) => ({
  endSession: writes(1, endSession),
  isSessionEnded: reads(isSessionEnded),
});
