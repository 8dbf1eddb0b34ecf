import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

/** Returns whether to write a file, and to remove logs beside it, would touch the files of a database. */
export function belongsTo(path: string, file: string): boolean {
  if (![path, file].every((one) => existsSync(dirname(one)))) return false;
  const own = new Set(ENDS.map((end) => realPath(realPath(file) + end)));
  return ENDS.some((end) => own.has(realPath(path + end)));
}
