import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a missing file for its owner only: it holds personal data. SQLite gives its log the mode of the file. A missing
 * folder is not created: the path may be mistyped.
 *
 * @param like a file whose owner it gets if root creates it: the server's user could not open root's
 */
export function createPrivately(file: string, like = file): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
  if (process.getuid?.() !== 0 || !existsSync(like)) return;
  const { uid, gid } = statSync(like);
  chownSync(file, uid, gid);
}

/** Syncs to disk what was written to a file, or renamed in a folder. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export const syncFolderOf = (file: string) => syncToDisk(dirname(file));

/** Creates a hard link, or a copy if the file system has no hard links. */
export function keepUnder(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name);
  }
}
