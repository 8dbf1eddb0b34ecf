import Sqlite from 'better-sqlite3';
import { createPrivately } from './files.ts';
import { lockOf, requireOwnName } from './own-files.ts';

/**
 * Makes this process the only server of a database. Returns null when another process is. It uses SQLite's own lock on
 * an empty file beside the database, which ends with the process in any case, so nothing has to be cleaned up. Readers,
 * backups and commands do not take the lock. The file stays: deleting a file that another process may have locked would
 * allow two locks.
 *
 * @throws UnusableDatabaseError, SqliteError or a file system error when the file beside the database cannot be created
 */
export function takeServerLock(file: string): { release(): void } | null {
  requireOwnName(file);
  const lock = lockOf(file);
  createPrivately(lock, file);
  const db = new Sqlite(lock, { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    db.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void db.close() };
}
