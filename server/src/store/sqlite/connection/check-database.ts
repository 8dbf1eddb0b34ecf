import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { isUpToDate } from './migrate.ts';
import { requireOwnName } from './own-files.ts';
import { probe } from './probe.ts';

/**
 * Checks whether the server could write to this file, without changing it: the server may be running. `absent` means
 * that the file does not exist but could be created.
 *
 * @throws NewerDatabaseError, UnusableDatabaseError, SqliteError or a file system error that says why not
 */
export function checkDatabase(
  file: string,
  open = (path: string): Database => new Sqlite(path, { fileMustExist: true, timeout: 5_000 }),
): 'writable' | 'absent' {
  if (!existsSync(file)) {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
    return 'absent';
  }
  requireOwnName(file);
  const db = open(file);
  try {
    isUpToDate(db); // the server migrates an older version; a newer one throws
    db.exec('BEGIN IMMEDIATE');
    probe(db); // BEGIN alone succeeds on a read-only file
    db.exec('ROLLBACK');
    return 'writable';
  } finally {
    db.close();
  }
}
