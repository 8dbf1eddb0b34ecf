import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../../lib/printable.ts';
import type { Stamps } from '../../database-stamps.ts';
import { createPrivately, syncFolderOf, syncToDisk } from './files.ts';
import { stampOf } from './own-files.ts';
import { done } from './sql.ts';

/**
 * Returns what no copy of a file has: its inode, and when that was made. Two files have their inodes by turns, and some file
 * systems know no birth, so there is its content, too.
 */
function stampIn(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}-${found.birthtimeNs}-${readFileSync(file, 'hex')}` : null;
}

/**
 * Each stamp is of a file with random bytes beside the database that is made anew. The file gets its name once the database
 * holds its stamp: a process that dies, or a transaction that fails, leaves the database with one of both files.
 */
export function createStamps(database: string): Stamps {
  const file = stampOf(database);
  const fresh = `${file}-next`;
  function keep(stamp: string | null) {
    if (stamp !== null && stampIn(fresh) === stamp) renameSync(fresh, file);
  }
  function make(last: string | null) {
    try {
      keep(last);
      const isLast = stampIn(file) === last;
      rmSync(fresh, { force: true });
      createPrivately(fresh, database);
      writeFileSync(fresh, randomBytes(16));
      syncToDisk(fresh);
      syncFolderOf(fresh);
      return { isLast, stamp: stampIn(fresh) ?? '' };
    } catch (error) {
      return { failure: messageOf(error) };
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
