import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoreUsage } from '../../store.ts';

/** Returns the bytes of a SQLite file in WAL mode, the bytes of its log, and the free bytes of its disk. */
export async function diskUsage(file: string): Promise<Omit<StoreUsage, 'writesWaiting'>> {
  const [fileBytes, walBytes, { bavail, bsize }] = await Promise.all([
    sizeOf(file),
    sizeOf(`${file}-wal`),
    statfs(dirname(file)),
  ]);
  return { fileBytes, walBytes, freeBytes: bavail * bsize };
}

/** Returns 0 for a missing file: the log is deleted with its last connection. */
const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
