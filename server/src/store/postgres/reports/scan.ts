import type { Range } from '#shared/time-range';
import { MAX_EVENTS } from '../../chunks/chunk-format.ts';
import { CHUNK_COLUMNS, type ChunkRow, createChunkEncoder } from '../../chunks/encode-chunk.ts';
import { createChunkReader } from '../../chunks/read-chunk.ts';
import type { EventChunk, ScanOptions } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';

const READ: Partial<Record<string, string>> = {
  occurred_at: 'round(extract(epoch FROM occurred_at) * 1000)::bigint',
  properties: 'properties::text',
};
const SELECT_ROWS = `SELECT ${CHUNK_COLUMNS.map((name) => READ[name] ?? name).join(', ')}
  FROM events WHERE seq > $1 AND seq <= $2 ORDER BY seq`;

/** Reads all events, as ../../sqlite/reports/scan.ts does. The transaction sees one state of the database. */
export async function scanEvents(
  tx: Transaction,
  range: Range,
  visit: (chunk: EventChunk) => void,
  { onProgress, again }: ScanOptions = {},
): Promise<void> {
  const reader = createChunkReader(range);
  const ends = await tx.query<{ first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM events',
  );
  const { first, last } = ends.rows[0] ?? {};
  if (first == null || last == null) return;
  do {
    for (let part = partOf(first); part <= partOf(last); part++) {
      const encoder = createChunkEncoder();
      const values = [part * MAX_EVENTS, (part + 1) * MAX_EVENTS];
      const { rows } = await tx.query({ text: SELECT_ROWS, values, rowMode: 'array' });
      for (const row of rows as unknown as ChunkRow[]) encoder.add(row);
      const chunk = encoder.count() > 0 ? reader.read(encoder.encode().bytes) : null;
      if (chunk && chunk.people.length > 0) visit(chunk);
      const reached = Math.min((part + 1) * MAX_EVENTS, last);
      onProgress?.(reached - first + 1, last - first + 1);
    }
  } while (again?.());
}

const partOf = (seq: number) => Math.floor((seq - 1) / MAX_EVENTS);
