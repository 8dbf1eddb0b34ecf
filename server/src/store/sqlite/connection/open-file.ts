import Sqlite, { type Database } from 'better-sqlite3';
import { OlderDatabaseError } from '../../database-version.ts';
import { createPrivately } from './files.ts';
import { isUpToDate, migrate } from './migrate.ts';
import { requireOwnName } from './own-files.ts';

/**
 * Opens the file, creates it for its owner only if it is missing, and migrates its tables. `synchronous=FULL` syncs the write-ahead log at
 * each commit, so acknowledged data survives a power cut. `secure_delete` overwrites deleted data with zeros; its cost
 * for an insert is too small to measure.
 *
 * @throws NewerDatabaseError, UnusableDatabaseError, SqliteError or a file system error
 */
export function openDatabase(file: string): Database {
  if (file !== ':memory:') createPrivately(file);
  return prepare(new Sqlite(file), migrate);
}

/**
 * Opens an existing database of this version, for a command beside a server.
 *
 * @throws OlderDatabaseError, NewerDatabaseError or SqliteError
 */
export function openExistingDatabase(file: string): Database {
  return prepare(new Sqlite(file, { fileMustExist: true }), (db) => {
    if (!isUpToDate(db)) throw new OlderDatabaseError('it was not migrated to this version');
  });
}

function prepare(db: Database, ensureVersion: (db: Database) => void): Database {
  try {
    requireOwnName(db.name);
    db.pragma('busy_timeout = 5000');
    isUpToDate(db); // throws before anything is changed
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('secure_delete = ON');
    // KiB. This is SQLite's own default, not the 16 MB of better-sqlite3: a commit after a page split walks through all
    // pages of the cache (pcache1TruncateUnsafe), 5 % of the time of an intake. The kernel caches the file anyway.
    db.pragma('cache_size = -2000');
    ensureVersion(db);
    db.pragma('foreign_keys = ON');
    // From here on write-intake.ts waits for locks, so that the event loop is not blocked.
    db.pragma('busy_timeout = 2');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
