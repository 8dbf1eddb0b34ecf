import { chmodSync, chownSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { checkpoint } from '../../store/sqlite/connection/checkpoint.ts';
import { keepUnder, syncFolderOf, syncToDisk } from '../../store/sqlite/connection/files.ts';
import { copySqlite, privateModeOf, removeDatabase } from './backup.ts';
import { type CarriedOver, carryOver, dropMessages } from './carry-over.ts';

export interface Restored {
  /** Where the replaced database is now; null when there was none. */
  aside: string | null;
  carriedOver: CarriedOver | null;
  /** Messages that waited and were deleted. */
  droppedMessages: number;
}

/**
 * Replaces a database by a backup. No server may be running on it, which its lock shows. An interruption leaves either
 * the old database or the whole new one in place. The new one has the owner and the mode of the old one, unless everybody
 * could read that, whatever those of the backup are; without an old one, only its owner may read and write it.
 *
 * @param aside the name under which the replaced database is kept
 * @param check throws when the copy of the backup must not be used: nothing in it has run then
 * @throws SqliteError or a file system error; nothing is replaced then
 */
export async function restoreDatabase(
  backup: string,
  file: string,
  aside: string,
  check: (copy: string) => void,
): Promise<Restored> {
  const fresh = `${file}-restored`;
  try {
    await copySqlite(backup, fresh);
    check(fresh);
    const isReplaced = existsSync(file);
    if (!isReplaced) removeDatabase(file); // of one that was deleted
    const carriedOver = isReplaced ? carryOver(fresh, file) : null;
    const droppedMessages = carriedOver?.droppedMessages ?? dropMessages(fresh);
    if (isReplaced) keepOwnerAndMode(fresh, file);
    syncToDisk(fresh);
    if (isReplaced) setAside(file, aside);
    renameSync(fresh, file);
    syncFolderOf(file);
    return { aside: isReplaced ? aside : null, carriedOver, droppedMessages };
  } finally {
    removeDatabase(fresh);
  }
}

/**
 * The file also keeps its old name until the new one replaces it. The name is never free, or a start would create a new
 * database there.
 */
function setAside(file: string, aside: string) {
  emptyLog(file);
  keepUnder(file, aside);
  // SQLite would apply a left-over log to the new file.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`);
  rmSync(`${file}-shm`, { force: true });
}

function emptyLog(file: string) {
  try {
    const db = new Sqlite(file, { fileMustExist: true, timeout: 500 });
    try {
      checkpoint(db); // while a connection reads an older state, the log is set aside as it is
    } finally {
      db.close();
    }
  } catch (error) {
    // The database may be replaced because it is broken.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
}

function keepOwnerAndMode(fresh: string, replaced: string) {
  const { uid, gid } = statSync(replaced);
  // Only root may give a file to somebody else. The server's user could not open root's.
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
  chmodSync(fresh, privateModeOf(replaced));
}
