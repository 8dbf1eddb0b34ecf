import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite, { type Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';

/** Beside this module; the build copies the folder beside the bundle. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Opens the file, creates it where there is none, and brings its tables up to date.
 * `synchronous=FULL` syncs the write-ahead log at each commit: what was acknowledged survives a power cut.
 */
export function openDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Sqlite(file);
  try {
    db.pragma('busy_timeout = 5000');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    migrate(drizzle(db), { migrationsFolder });
    // From here on the group commit waits for locks, so that the event loop does not.
    db.pragma('busy_timeout = 2');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
