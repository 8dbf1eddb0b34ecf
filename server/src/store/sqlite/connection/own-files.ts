import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UnusableDatabaseError } from '../../database-version.ts';

/** What follows the name of a database in the names of its files. */
export const ENDS = ['', '-wal', '-shm', '-journal', '-lock', '-sent', '-sent-next', '-leaving'];

/** Returns the same path for each path that leads to the file, even if the file does not exist yet. */
export const realPath = (file: string) =>
  existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));

export const lockOf = (file: string) => `${realPath(file)}-lock`;
/** Random bytes, which are made anew with each message of a mailing: stamps.ts. */
export const stampOf = (file: string) => `${realPath(file)}-sent`;
/** A folder with requests to leave that wait for the database. */
export const leavingOf = (file: string) => `${realPath(file)}-leaving`;

/**
 * Refuses a hard link to a database. SQLite keeps a log for each name, so one would miss what was written under the other,
 * and both would destroy the file. The name that has a lock is the one that servers use.
 *
 * @throws UnusableDatabaseError
 */
export function requireOwnName(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.nlink < 2 || existsSync(lockOf(file))) return;
  throw new UnusableDatabaseError(
    'its file has another name (a hard link), and SQLite keeps a log for each; use the name with a -lock beside it',
  );
}

/** Returns whether to write a file, and to remove logs beside it, would touch the files of a database, by any name. */
export function belongsTo(path: string, file: string): boolean {
  if (![path, file].every((one) => existsSync(dirname(one)))) return false;
  const own = new Set(ENDS.flatMap((end) => identitiesOf(realPath(file) + end)));
  return ENDS.flatMap((end) => identitiesOf(path + end)).some((one) => own.has(one));
}

/** The path, because a file may be missing now, and the device and the inode. */
function identitiesOf(path: string): string[] {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return [realPath(path), ...(found ? [`${found.dev}:${found.ino}`] : [])];
}
