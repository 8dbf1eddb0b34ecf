import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoreUsage } from '../../store.ts';

/** Of a SQLite file in WAL mode: its own bytes, those of its log, and those that are left on its disk. */
export async function diskUsage(file: string): Promise<Omit<StoreUsage, 'writesWaiting'>> {
  const [fileBytes, walBytes, { bavail, bsize }] = await Promise.all([
    sizeOf(file),
    sizeOf(`${file}-wal`),
    statfs(dirname(file)),
  ]);
  return { fileBytes, walBytes, freeBytes: bavail * bsize };
}

/** 0 for a file that is not there: the log goes with its last connection. */
const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
