import { existsSync, renameSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { OnProgress } from '../../store.ts';
import { checkpoint } from '../connection/checkpoint.ts';
import { keepUnder, syncFolderOf, syncToDisk } from '../connection/files.ts';
import { copyDatabase, removeDatabase } from './backup.ts';
import { type CarriedOver, carryOver } from './carry-over.ts';

export interface Restored {
  /** Where the replaced database is now; null when there was none. */
  aside: string | null;
  carriedOver: CarriedOver | null;
}

/**
 * Puts a backup in the place of a database; there must be no server on it, which its lock shows. Whenever this is
 * interrupted, the old database is in its place or the new one, whole.
 *
 * @param aside under which the replaced database is kept
 * @throws SqliteError or a file system error; nothing is replaced then
 */
export async function restoreDatabase(
  backup: string,
  file: string,
  aside: string,
  onProgress?: OnProgress,
): Promise<Restored> {
  const fresh = `${file}-restored`;
  try {
    await copyDatabase(backup, fresh, onProgress);
    const isReplaced = existsSync(file);
    const carriedOver = isReplaced ? carryOver(fresh, file) : null;
    syncToDisk(fresh);
    if (isReplaced) setAside(file, aside);
    renameSync(fresh, file);
    syncFolderOf(file);
    return { aside: isReplaced ? aside : null, carriedOver };
  } finally {
    removeDatabase(fresh);
  }
}

/** The file keeps its old name too, until the new one takes it: there is never none, which a start would make anew. */
function setAside(file: string, aside: string) {
  emptyLog(file);
  // A log that stays would be played into the new file.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`);
  rmSync(`${file}-shm`, { force: true });
  keepUnder(file, aside);
}

function emptyLog(file: string) {
  try {
    const db = new Sqlite(file, { fileMustExist: true, timeout: 500 });
    try {
      checkpoint(db); // where somebody reads an older state, the log goes aside as it is
    } finally {
      db.close();
    }
  } catch (error) {
    // It may be replaced because it is broken.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
}
