import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';

export interface ServerLock {
  release(): void;
}

/**
 * Makes this process the one server of a database; null when another process is. It is SQLite's own lock on an empty
 * file beside the database, so it dies with the process, however that ends, and nothing is left to clean up. Readers,
 * backups and commands do not take it. The file stays: removing one that somebody may hold would make two of it.
 *
 * @throws SqliteError or a file system error when the file beside the database cannot be made
 */
export function takeServerLock(file: string): ServerLock | null {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Sqlite(`${realPath(file)}-lock`, { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    db.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void db.close() };
}

/** The same for each way that leads to the file, also while there is none. */
const realPath = (file: string) =>
  existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
