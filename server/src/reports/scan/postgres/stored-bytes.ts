import { to as copyTo } from 'pg-copy-streams';
import { waitFor } from '../../../store/postgres/connection/sql.ts';
import type { Transaction } from '../../../store/postgres/connection/transaction.ts';
import type { Op } from '../../../store/sql/operation.ts';

/** Parts that are read together: about 1 MB of ordinary events. */
const BATCH = 8;

/**
 * Reads the bytes of stored parts, in their order. The next batch is requested before this one is used.
 *
 * The driver's own results are texts. COPY hands out the bytes as they are, which takes a quarter of the time.
 */
export function readStoredBytes(tx: Transaction, parts: readonly number[]) {
  const request = (at: number) => {
    const requested = copyBytes(tx, parts.slice(at, at + BATCH));
    requested.catch(() => {}); // reported when it is awaited
    return requested;
  };
  let at = 0;
  let next = request(0);
  let batch = new Map<number, Uint8Array>();
  return function* bytesOf(part: number): Op<Uint8Array | null> {
    if (at % BATCH === 0) {
      batch = yield* waitFor(next);
      next = request(at + BATCH);
    }
    at += 1;
    return batch.get(part) ?? null;
  };
}

/** A part that is kept without bytes is left out. */
async function copyBytes(tx: Transaction, parts: readonly number[]) {
  if (parts.length === 0) return new Map<number, Uint8Array>();
  const select = `SELECT part::int, bytes FROM event_chunks
    WHERE part IN (${parts.join()}) AND bytes IS NOT NULL`;
  const pieces: Buffer[] = [];
  const copied = tx.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT binary)`));
  for await (const piece of copied) pieces.push(piece as Buffer);
  return readCopy(Buffer.concat(pieces));
}

/** Reads rows of a 32-bit number and bytes: "Binary Format" in PostgreSQL's documentation of COPY. */
function readCopy(data: Buffer): Map<number, Uint8Array> {
  const rows = new Map<number, Uint8Array>();
  const extension = 15; // after a signature of 11 bytes and flags of 4
  let at = extension + 4 + data.readInt32BE(extension);
  // Each value follows its length, and each row the number of its values. That is -1 after the last row.
  while (data.readInt16BE(at) === 2) {
    const part = data.readInt32BE(at + 6);
    const start = at + 14;
    at = start + data.readInt32BE(at + 10);
    rows.set(part, data.subarray(start, at));
  }
  return rows;
}
