import Sqlite, { type Database } from 'better-sqlite3';
import { TO_POSTHOG } from '../../store/mail-store.ts';
import { TEXT_COLUMNS } from '../../store/signup-columns.ts';
import { isUpToDate } from '../../store/sqlite/connection/migrate.ts';

export interface CarriedOver {
  /** Decisions that were recorded after the backup. */
  consents: number;
  /** Events erased again, of people who had erased theirs after the backup. */
  erasedEvents: number;
  /**
   * Signups erased on request after the backup that are back. Their erasure cannot be repeated, because the audit does
   * not say whose they were.
   */
  signupErasures: number;
  /** Signups erased again: their owners had left, or they had expired, after a message had asked for a confirmation. */
  leftSignups: number;
  /** Messages that still waited in the replaced database. They replace those of the backup, which may have been sent. */
  messages: number;
  /** Waiting messages of either database that were dropped: they may have been sent, or their signup is gone. */
  droppedMessages: number;
}

/** Of a recipient who waited in the backup. */
const IN_DOUBT =
  "state = 'in_doubt', reason = 'restored from a backup: the message may have left since'";
/** What becomes of a signup later. */
const CHANGING_COLUMNS = [
  ...['confirmed_at', 'undeliverable_at', 'complained_at', 'asked_at', 'restricted_at'],
  ...['launch_agreed_at', 'launch_text_hash', 'launch_declined_at'],
];
const SIGNUP_COLUMNS = `id, ${TEXT_COLUMNS}, signup_type, created_at, language, wording_hash, ${CHANGING_COLUMNS}`;
const CONSENT_COLUMNS =
  'id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at';

/**
 * Copies what must not be lost from the database that a backup replaces: the proof of consent with its texts, the
 * audit, who may enter the console, and the sessions of it that were signed out. If a backup undid a withdrawal, events would go to
 * PostHog. If a revision was used twice, the proof would be wrong. Events that a visitor has erased since the backup
 * are erased again. Confirmations of addresses are copied too. The messages that wait replace those of the backup, which
 * may have been sent since, and signups whose owners have left are erased again. Decisions, invitations and mailings are those
 * of the replaced database, or people would be written to twice.
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
      `SELECT 1 FROM main.consent_texts AS own JOIN replaced.consent_texts AS theirs USING (revision, language)
       WHERE own.hash <> theirs.hash`,
    )
    .get();
  return other === undefined && migrations('main').join() === migrations('replaced').join();
}

function copyProof(db: Database): CarriedOver {
  db.exec(
    `INSERT INTO main.consent_texts SELECT * FROM replaced.consent_texts
     WHERE (language, revision) NOT IN (SELECT language, revision FROM main.consent_texts)`,
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
         AND erasure.id IN late_consents)`,
    )
    .run().changes;
  db.exec('INSERT OR IGNORE INTO main.ended_sessions SELECT * FROM replaced.ended_sessions');
  const late = 'FROM replaced.audit WHERE id > coalesce((SELECT max(id) FROM main.audit), 0)';
  const erased = numberOf(
    db,
    `SELECT coalesce(sum(json_extract(counts, '$.signups')), 0) ${late} AND kind = 'erase'`,
  );
  // Whoever was removed since stays removed.
  for (const table of ['person_sessions', 'passkeys', 'people'])
    db.exec(`DELETE FROM main.${table}`);
  for (const table of ['people', 'passkeys', 'person_sessions'])
    db.exec(`INSERT INTO main.${table} SELECT * FROM replaced.${table}`);
  db.exec(`INSERT INTO main.audit (at, kind, counts, done_by, person_id, thing, signup_id)
    SELECT at, kind, counts, done_by, person_id, thing,
      (SELECT id FROM main.notifyme_signups AS own WHERE own.id = signup_id) ${late} ORDER BY id`);
  const mail = copyMail(db);
  const back = numberOf(
    db,
    'SELECT count(*) FROM main.notifyme_signups WHERE id NOT IN (SELECT id FROM replaced.notifyme_signups)',
  );
  return { consents, erasedEvents, signupErasures: Math.min(erased, back), ...mail };
}

const numberOf = (db: Database, sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;

/** Brings what became of the backup's signups since, by the tokens of the messages to them. */
function copyMail(db: Database): Pick<CarriedOver, 'leftSignups' | 'messages' | 'droppedMessages'> {
  const before = numberOf(
    db,
    `SELECT count(*) FROM (SELECT id FROM main.outbox WHERE state = 'waiting'
       UNION SELECT id FROM replaced.outbox WHERE state = 'waiting')`,
  );
  // Who signed up again and confirmed that has one signup, to which the tokens of the others lead.
  const merged = `FROM main.confirmations AS own JOIN replaced.confirmations AS theirs USING (token_hash)
    WHERE theirs.signup_id <> own.signup_id`;
  db.exec(
    `CREATE TEMP TABLE merged_signups AS SELECT own.signup_id AS gone, theirs.signup_id AS kept ${merged};
     INSERT OR IGNORE INTO main.notifyme_signups (${SIGNUP_COLUMNS})
       SELECT ${SIGNUP_COLUMNS} FROM replaced.notifyme_signups WHERE id IN (SELECT kept FROM merged_signups);
     DELETE FROM main.notifyme_signups WHERE id IN (SELECT gone FROM merged_signups)`,
  );
  const leftSignups = db
    .prepare(
      `DELETE FROM main.notifyme_signups WHERE id IN
         (SELECT own.signup_id FROM main.confirmations AS own JOIN replaced.confirmations AS theirs USING (token_hash)
          WHERE theirs.signup_id IS NULL)`,
    )
    .run().changes;
  const latest = (column: string) => `${column} = theirs.${column}`;
  db.exec(
    `UPDATE main.notifyme_signups AS own SET ${CHANGING_COLUMNS.map(latest)}
     FROM replaced.notifyme_signups AS theirs WHERE theirs.id = own.id`,
  );
  const isHere = 'signup_id IN (SELECT id FROM main.notifyme_signups)';
  db.exec(
    `INSERT OR REPLACE INTO main.confirmations SELECT * FROM replaced.confirmations WHERE signup_id IS NULL OR ${isHere}`,
  );
  db.exec(`DELETE FROM main.outbox;
    INSERT INTO main.outbox SELECT * FROM replaced.outbox WHERE signup_id IS NULL OR ${isHere}`);
  copyList(db, isHere);
  // What was said, and to whom nothing is sent, must not be forgotten.
  db.exec('INSERT OR REPLACE INTO main.signup_proofs SELECT * FROM replaced.signup_proofs');
  db.exec('INSERT OR IGNORE INTO main.launch_texts SELECT * FROM replaced.launch_texts');
  for (const table of ['webhooks_off', 'alerts', 'alert_silences', 'marks', 'blocked_mailboxes']) {
    db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM replaced.${table}`);
  }
  // Whatever is being sent is paused: an operator looks first.
  db.exec("DELETE FROM main.marks WHERE name = 'mailings_home'");
  const messages = numberOf(db, "SELECT count(*) FROM main.outbox WHERE state = 'waiting'");
  return { leftSignups, messages, droppedMessages: before - messages };
}

/**
 * Brings decisions, invitations and mailings. Of signups that the replaced database had lost, those of the backup stay, and
 * nobody knows whether a mailing has reached them since.
 */
function copyList(db: Database, isHere: string) {
  const known = 'signup_id IN (SELECT id FROM replaced.notifyme_signups)';
  for (const table of ['signup_decisions', 'invitations']) {
    db.exec(`DELETE FROM main.${table} WHERE ${known};
      INSERT INTO main.${table} SELECT * FROM replaced.${table} WHERE ${isHere}`);
  }
  db.exec(`CREATE TEMP TABLE lost_recipients AS SELECT * FROM main.mailing_recipients WHERE NOT ${known};
    UPDATE lost_recipients SET ${IN_DOUBT} WHERE state = 'waiting';
    DELETE FROM main.mailing_recipients;
    DELETE FROM main.mailings;
    INSERT INTO main.mailings SELECT * FROM replaced.mailings;
    INSERT INTO main.mailing_recipients SELECT * FROM replaced.mailing_recipients WHERE ${isHere};
    INSERT OR IGNORE INTO main.mailing_recipients SELECT * FROM lost_recipients
      WHERE mailing_id IN (SELECT id FROM main.mailings)`);
}

/**
 * Deletes the messages that wait in a backup, because they may have been sent since. Whom a mailing under way had not reached is
 * in doubt for the same reason. Returns how many messages there were.
 *
 * @throws SqliteError
 */
export function dropMessages(backup: string): number {
  const db = new Sqlite(backup, { fileMustExist: true });
  try {
    db.pragma('secure_delete = ON');
    db.pragma('foreign_keys = OFF'); // a broken backup may lack the other table
    db.exec(`UPDATE mailing_recipients SET ${IN_DOUBT}, attempted_at = (SELECT started_at FROM mailings WHERE id = mailing_id)
      WHERE state = 'waiting' AND mailing_id IN (SELECT id FROM mailings WHERE state IN ('sending', 'paused'))`);
    // PostHog may be asked twice to delete somebody, but a request that is lost is never made again.
    const drop = db.prepare(
      `DELETE FROM outbox WHERE state = 'waiting' AND recipient <> '${TO_POSTHOG}'`,
    );
    return drop.run().changes;
  } finally {
    db.close();
  }
}
