import { closeSync, copyFileSync, fsyncSync, linkSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Resolves what was written to a file, or renamed in a folder, onto the disk. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export const syncFolderOf = (file: string) => syncToDisk(dirname(file));

/** A second name for a file; a copy where the file system knows no second names. */
export function keepUnder(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name);
  }
}
