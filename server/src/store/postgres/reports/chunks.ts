import { partOf, seqsOf } from '../../chunks/chunk-format.ts';
import { type ChunkRow, CONTEXT_COLUMNS, makeChunk } from '../../chunks/encode-chunk.ts';
import type { NewChunk } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';

const SELECT_ROWS = `SELECT consent_id, round(extract(epoch FROM occurred_at) * 1000)::bigint, name, properties::text,
    json_build_array(${CONTEXT_COLUMNS})::text
  FROM events WHERE seq > $1 AND seq <= $2 ORDER BY seq`;

/** Reads the copies of `events`, as ../../sqlite/reports/chunks.ts does. */
export async function rowsOf(tx: Transaction, part: number): Promise<ChunkRow[]> {
  const { rows } = await tx.query({ text: SELECT_ROWS, values: seqsOf(part), rowMode: 'array' });
  return rows as unknown as ChunkRow[];
}

export async function storedTimes(tx: Transaction) {
  const { rows } = await tx.query<{ part: number; firstAt: number; lastAt: number }>(
    'SELECT part, first_at AS "firstAt", last_at AS "lastAt" FROM event_chunks',
  );
  return new Map(rows.map((row) => [row.part, row]));
}

export async function bytesOf(tx: Transaction, part: number): Promise<Uint8Array | null> {
  // As base64, which is two thirds of PostgreSQL's own text. The driver would decode binary values as UTF-8.
  const { rows } = await tx.query<{ bytes: string | null }>(
    `SELECT encode(bytes, 'base64') AS bytes FROM event_chunks WHERE part = $1`,
    [part],
  );
  const bytes = rows[0]?.bytes;
  return bytes == null ? null : Buffer.from(bytes, 'base64');
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
