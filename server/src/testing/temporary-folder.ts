import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 30;

/** A folder of this test's own, gone when the test is over. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'site-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The name of a file in such a folder. */
export const temporaryFile = (name: string): string => join(temporaryFolder(), name);

/** The name of a small file that is written often, in memory where Linux has room: a disk would sync each commit. */
export const fileInMemory = (name: string): string =>
  join(temporaryFolder(hasRoom() ? MEMORY : undefined), name);

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false; // not Linux
  }
}
