import { renameSync, rmSync, statSync } from 'node:fs';
import type { Stamps } from '../../stamps.ts';
import { createPrivately, syncFolderOf, syncToDisk } from './files.ts';
import { stampOf } from './own-files.ts';
import { done } from './sql.ts';

/** Returns what no copy of a file has, not even one that was written over it: its inode, and when that was made. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}-${found.birthtimeNs}` : null;
}

/**
 * Each stamp is the identity of an empty file beside the database that is made anew. The file gets its name once the database
 * holds its identity: a process that dies, or a transaction that fails, leaves the database with one of both files.
 */
export function createStamps(database: string): Stamps {
  const file = stampOf(database);
  const fresh = `${file}-next`;
  function keep(stamp: string | null) {
    if (stamp !== null && identityOf(fresh) === stamp) renameSync(fresh, file);
  }
  function make(last: string | null) {
    try {
      keep(last);
      const isLast = last !== null && identityOf(file) === last;
      rmSync(fresh, { force: true });
      createPrivately(fresh, database);
      syncToDisk(fresh);
      syncFolderOf(fresh);
      return { isLast, stamp: identityOf(fresh) };
    } catch {
      return { isLast: false, stamp: null };
    }
  }
  return {
    next: (_, last) => done(make(last)),
    stored(stamp) {
      try {
        keep(stamp);
      } catch {} // the next call tries it again
    },
  };
}
