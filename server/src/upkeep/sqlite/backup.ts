import {
  accessSync,
  chmodSync,
  constants,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { syncFolderOf, syncToDisk } from '../../store/sqlite/connection/files.ts';

/** About 8 MB: faster than the driver's own 100 pages. */
const PAGES_PER_STEP = 2_000;

/**
 * Copies one state of a database into another file, beside a server that writes. The open read transaction keeps that
 * state: without it, SQLite's backup restarts at every commit of another process, and under load it never ends.
 *
 * @param target is overwritten; one file, without a log beside it, which only its owner may read and write
 * @throws SqliteError or a file system error
 */
export async function copySqlite(file: string, target: string): Promise<void> {
  removeDatabase(target);
  writeFileSync(target, '', { mode: 0o600 });
  const db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    await db.backup(target, { progress: () => PAGES_PER_STEP });
  } finally {
    db.close();
  }
  const copy = new Sqlite(target);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
  syncToDisk(target);
}

/**
 * Returns the permissions for a copy of a database: its own, because an operator may let a group read it. Earlier versions
 * let everybody read it, which was no decision.
 */
export function privateModeOf(file: string): number {
  const mode = statSync(file).mode & 0o777;
  return (mode & 0o007) === 0 ? mode : 0o600;
}

/** @throws SqliteError when the file cannot be read as a database */
export function requireReadable(file: string): void {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get();
  } finally {
    db.close();
  }
}

/** @throws a file system error when no file can be created there */
export const requireWritableFolder = (file: string) =>
  accessSync(dirname(file), constants.W_OK | constants.X_OK);

/** The name of an unfinished backup. */
export const partOf = (target: string) => `${target}.part`;

/**
 * Copies a database, checks the copy, and renames it to the target only when the check has passed and the copy is on
 * disk.
 *
 * @param check throws when the copy must not be kept
 * @returns what `check` returned
 */
export async function backUpDatabase<T>(
  file: string,
  target: string,
  check: (copy: string) => T,
): Promise<T> {
  const part = partOf(target);
  requireWritableFolder(target);
  try {
    await copySqlite(file, part);
    chmodSync(part, privateModeOf(file));
    const found = check(part);
    for (const end of LOGS) rmSync(target + end, { force: true });
    renameSync(part, target);
    syncFolderOf(target);
    return found;
  } finally {
    removeDatabase(part);
  }
}

/** SQLite would apply one that is left over to the next file of that name. */
const LOGS = ['-journal', '-wal', '-shm'];

/** Also deletes what an interrupted copy left beside it. */
export function removeDatabase(file: string): void {
  for (const end of ['', ...LOGS]) rmSync(file + end, { force: true });
}
