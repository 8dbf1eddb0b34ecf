import Sqlite, { type Database } from 'better-sqlite3';
import { isUpToDate } from '../connection/migrate.ts';

export interface CarriedOver {
  /** Decisions that were recorded after the backup. */
  consents: number;
  /** Events erased again, of people who had erased theirs after the backup. */
  erasedEvents: number;
  /**
   * Signups erased after the backup. Their erasure cannot be repeated, because the audit does not say whose they were.
   */
  signupErasures: number;
}

const CONSENT_COLUMNS =
  'id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at';

/**
 * Copies what must not be lost from the database that a backup replaces: the proof of consent with its texts, the
 * audit, and the sessions of the console that were signed out. If a backup undid a withdrawal, events would go to
 * PostHog. If a revision was used twice, the proof would be wrong. Events that a visitor has erased since the backup
 * are erased again.
 *
 * Returns null when nothing can be copied: the replaced database cannot be read, has another version, or belongs to
 * another site by its texts.
 */
export function carryOver(backup: string, replaced: string): CarriedOver | null {
  const db = new Sqlite(backup, { fileMustExist: true });
  try {
    db.pragma('secure_delete = ON');
    db.pragma('foreign_keys = ON');
    db.prepare('ATTACH ? AS replaced').run(replaced);
    if (!isUpToDate(db) || !isSameHistory(db)) return null;
    return db.transaction(() => copyProof(db)).immediate();
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return null;
    throw error;
  } finally {
    db.close();
  }
}

function isSameHistory(db: Database): boolean {
  const migrations = (schema: string) =>
    db.prepare(`SELECT created_at FROM ${schema}.__drizzle_migrations ORDER BY 1`).pluck().all();
  const other = db
    .prepare(
      `SELECT 1 FROM main.consent_texts AS own JOIN replaced.consent_texts AS theirs USING (revision)
       WHERE own.hash <> theirs.hash`,
    )
    .get();
  return other === undefined && migrations('main').join() === migrations('replaced').join();
}

function copyProof(db: Database): CarriedOver {
  db.exec(
    `INSERT INTO main.consent_texts SELECT * FROM replaced.consent_texts
     WHERE revision NOT IN (SELECT revision FROM main.consent_texts)`,
  );
  db.exec(
    'CREATE TEMP TABLE late_consents AS SELECT id FROM replaced.consents EXCEPT SELECT id FROM main.consents',
  );
  const consents = db
    .prepare(
      `INSERT INTO main.consents (${CONSENT_COLUMNS}) SELECT ${CONSENT_COLUMNS} FROM replaced.consents
       WHERE id IN late_consents ORDER BY rowid`,
    )
    .run().changes;
  const erasedEvents = db
    .prepare(
      `DELETE FROM main.events WHERE EXISTS (SELECT 1 FROM main.consents AS erasure
         WHERE erasure.consent_id = events.consent_id AND erasure.source = 'my-data'
         AND erasure.id IN late_consents AND events.received_at <= erasure.recorded_at)`,
    )
    .run().changes;
  db.exec('INSERT OR IGNORE INTO main.ended_sessions SELECT * FROM replaced.ended_sessions');
  const late = 'FROM replaced.audit WHERE id > coalesce((SELECT max(id) FROM main.audit), 0)';
  const signupErasures = db
    .prepare<[], number>(`SELECT count(*) ${late} AND kind = 'erase' AND counts LIKE '%"signups"%'`)
    .pluck()
    .get();
  db.exec(`INSERT INTO main.audit (at, kind, counts) SELECT at, kind, counts ${late} ORDER BY id`);
  return { consents, erasedEvents, signupErasures: signupErasures ?? 0 };
}
