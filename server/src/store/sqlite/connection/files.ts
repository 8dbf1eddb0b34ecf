import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a missing file for its owner only: it holds personal data. SQLite gives its log the mode of the file. A missing
 * folder is not created: the path may be mistyped.
 */
export function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
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
