import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Whether the server could write to this file, found out without changing it: it may be running.
 * `absent` means that there is none yet and that it could be made.
 *
 * @throws SqliteError or a file system error that says why not.
 */
export function checkDatabase(file: string): 'writable' | 'absent' {
  if (!existsSync(file)) {
    accessSync(nearestFolder(file), constants.W_OK | constants.X_OK);
    return 'absent';
  }
  const db = new Sqlite(file, { fileMustExist: true, timeout: 5_000 });
  try {
    db.exec('BEGIN IMMEDIATE');
    db.pragma('schema_version');
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
