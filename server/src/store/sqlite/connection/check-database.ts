import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { isUpToDate } from './migrate.ts';
import { probe } from './probe.ts';

/**
 * Whether the server could write to this file, found out without changing it: it may be running.
 * `absent` means that there is none yet and that it could be made.
 *
 * @throws NewerDatabaseError, SqliteError or a file system error that says why not.
 */
export function checkDatabase(
  file: string,
  open = (path: string): Database => new Sqlite(path, { fileMustExist: true, timeout: 5_000 }),
): 'writable' | 'absent' {
  if (!existsSync(file)) {
    accessSync(nearestFolder(file), constants.W_OK | constants.X_OK);
    return 'absent';
  }
  const db = open(file);
  try {
    isUpToDate(db); // an older one is migrated, a newer one refused
    db.exec('BEGIN IMMEDIATE');
    probe(db); // BEGIN alone succeeds on a file that can only be read
    db.exec('ROLLBACK');
    return 'writable';
  } finally {
    db.close();
  }
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
}
