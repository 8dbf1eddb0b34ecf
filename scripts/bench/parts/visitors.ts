import type Sqlite from 'better-sqlite3';
import { VISITORS, visitorId } from '../load/request-bodies.ts';

/**
 * Stores a grant at revision 1 for every visitor of the load. The database must have its tables.
 */
export function grantAll(db: Sqlite.Database, now: number) {
  const insert = db.prepare(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     VALUES (?, ?, 1, 1, 'banner', 'en', ?, 0, ?, ?)`,
  );
  const grant = db.transaction(() => {
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const id = visitorId(visitor);
      insert.run(id, id, 'a'.repeat(64), now, now);
    }
  });
  grant.immediate();
}
