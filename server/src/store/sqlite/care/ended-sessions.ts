import type { Database } from 'better-sqlite3';
import type { EndedSession } from '../../store.ts';

/** Sessions of the growth console that were signed out before they expired. `end` runs inside a transaction. */
export function prepareEndedSessions(db: Database) {
  const forget = db.prepare<[number]>('DELETE FROM ended_sessions WHERE ends_at <= ?');
  const insert = db.prepare<[EndedSession]>(
    'INSERT INTO ended_sessions (hash, ends_at) VALUES (@hash, @endsAt) ON CONFLICT (hash) DO NOTHING',
  );
  const find = db.prepare<[string]>('SELECT 1 FROM ended_sessions WHERE hash = ?');
  return {
    end(session: EndedSession, now: number): void {
      forget.run(now);
      insert.run(session);
    },
    isEnded: (hash: string): boolean => find.get(hash) !== undefined,
  };
}
