import { to as copyTo } from 'pg-copy-streams';
import { partOf, seqsOf } from '../../chunks/chunk-format.ts';
import { type ChunkRow, CONTEXT_COLUMNS, makeChunk } from '../../chunks/encode-chunk.ts';
import type { NewChunk } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';

const SELECT_ROWS = `SELECT consent_id, round(extract(epoch FROM occurred_at) * 1000)::bigint, name, properties::text,
    json_build_array(${CONTEXT_COLUMNS})::text
  FROM events WHERE seq > $1 AND seq <= $2 AND received_at < to_timestamp($3::float8 / 1000) ORDER BY seq`;

export async function rowsOf(
  tx: Transaction,
  part: number,
  receivedBefore = Number.POSITIVE_INFINITY,
): Promise<ChunkRow[]> {
  const values = [...seqsOf(part), receivedBefore];
  const { rows } = await tx.query({ text: SELECT_ROWS, values, rowMode: 'array' });
  return rows as unknown as ChunkRow[];
}

export async function storedTimes(tx: Transaction) {
  const { rows } = await tx.query<{ part: number; firstAt: number; lastAt: number }>(
    'SELECT part, first_at AS "firstAt", last_at AS "lastAt" FROM event_chunks',
  );
  return new Map(rows.map((row) => [row.part, row]));
}

/**
 * Reads the bytes of stored parts, by part. A part that is kept without bytes, or that is not stored, is left out.
 *
 * The driver's own results are texts. COPY hands out the bytes as they are, which takes a quarter of the time.
 */
export async function bytesOf(
  tx: Transaction,
  parts: readonly number[],
): Promise<Map<number, Uint8Array>> {
  if (parts.length === 0) return new Map();
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

/** Makes the first missing chunk. */
export async function makeNextChunk(
  tx: Transaction,
  { from, to }: { from: number; to: number },
): Promise<NewChunk | null> {
  const stored = await storedTimes(tx);
  for (let part = from; part < to; part++) {
    if (stored.has(part)) continue;
    const [before] = seqsOf(part);
    const { rows } = await tx.query<{ next: number | null }>(
      'SELECT min(seq) AS next FROM events WHERE seq > $1',
      [before],
    );
    const next = rows[0]?.next;
    if (next == null) return null;
    // After deletions there may be millions of parts without a row.
    if (partOf(next) > part) part = partOf(next) - 1;
    else return makeChunk(part, await rowsOf(tx, part));
  }
  return null;
}
