import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { checkpoint } from '../../store/sqlite/connection/checkpoint.ts';
import type { OnProgress } from '../../store/store.ts';

/** `clean`: nothing was left. `rewritten`: something was left, so the whole file was rewritten. */
export type Scrubbed = 'clean' | 'rewritten' | 'log in use';

export interface ScrubOptions {
  /** How long to wait, in milliseconds, for connections that read an older state. */
  lockTimeoutMs?: number;
  onProgress?: OnProgress;
}

/**
 * Makes sure that the files no longer contain erased data. `secure_delete` overwrites it, except for copies
 * that SQLite left in the unused part of a page when it moved rows to another page. That was measured for about one in
 * 6,000 erased rows. This function searches for such copies, and only rewriting the file removes them.
 *
 * @param traces values that only the erased rows held, such as their ids
 * @throws SqliteError
 */
export function scrubDatabase(
  file: string,
  traces: readonly string[],
  { lockTimeoutMs = 5_000, onProgress }: ScrubOptions = {},
): Scrubbed {
  const db = new Sqlite(file, { fileMustExist: true, timeout: lockTimeoutMs });
  try {
    if (!checkpoint(db)) return 'log in use';
    if (!holdsAny(file, traces, onProgress)) return 'clean';
    db.pragma('secure_delete = ON');
    db.exec('VACUUM'); // waits for the server's writes, and they wait for it
    return checkpoint(db) ? 'rewritten' : 'log in use';
  } finally {
    db.close();
  }
}

const CHUNK_BYTES = 4_000_000;
const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Reads a file once, however many traces there are: ids are compared as a set. */
export function holdsAny(
  file: string,
  traces: readonly string[],
  onProgress: OnProgress = () => {},
): boolean {
  if (!existsSync(file)) return false;
  // The bytes of the file as a string with one character for each byte.
  const bytes = traces.map((trace) => Buffer.from(trace).toString('latin1'));
  const ids = new Set(bytes.filter((trace) => trace.match(UUIDS)?.[0] === trace));
  const texts = bytes.filter((trace) => !ids.has(trace));
  const overlap = Math.max(0, ...bytes.map(({ length }) => length));
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(CHUNK_BYTES + overlap);
    for (let start = 0; start < size; start += CHUNK_BYTES) {
      const length = readSync(handle, buffer, 0, buffer.length, start);
      const chunk = buffer.toString('latin1', 0, length);
      if (texts.some((text) => chunk.includes(text))) return true;
      if (ids.size > 0 && (chunk.match(UUIDS) ?? []).some((id) => ids.has(id))) return true;
      onProgress(Math.min(start + CHUNK_BYTES, size), size);
    }
    return false;
  } finally {
    closeSync(handle);
  }
}
