import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { migrate } from './migrate.ts';

/**
 * Opens the file, creates it where there is none, and brings its tables up to date.
 * `synchronous=FULL` syncs the write-ahead log at each commit: what was acknowledged survives a power cut.
 * `secure_delete` overwrites with zeros what is deleted; it costs an insert nothing that can be measured.
 *
 * @throws NewerDatabaseError, SqliteError or a file system error
 */
export function openDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Sqlite(file);
  try {
    db.pragma('busy_timeout = 5000');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('secure_delete = ON');
    migrate(db);
    db.pragma('foreign_keys = ON');
    // From here on the group commit waits for locks, so that the event loop does not.
    db.pragma('busy_timeout = 2');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
