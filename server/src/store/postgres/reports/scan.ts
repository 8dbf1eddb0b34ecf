import type { Range } from '#shared/time-range';
import { partOf, seqsOf } from '../../chunks/chunk-format.ts';
import { encodeChunk } from '../../chunks/encode-chunk.ts';
import { ChunkReader } from '../../chunks/read-chunk.ts';
import type { ScanMemory } from '../../chunks/scan-memory.ts';
import type { EventChunk, ScanOptions } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { bytesOf, rowsOf, storedTimes } from './chunks.ts';

/** Parts that are requested before the answer to the first of them has come. */
const AHEAD = 4;

/** Reads all events, as ../../sqlite/reports/scan.ts does. The transaction sees one state of the database. */
export async function scanEvents(
  tx: Transaction,
  range: Range,
  { people }: ScanMemory,
  visit: (chunk: EventChunk) => void,
  { onProgress, again }: ScanOptions = {},
): Promise<number> {
  const reader = new ChunkReader(range, people);
  const ends = await tx.query<{ first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM events',
  );
  const { first, last } = ends.rows[0] ?? {};
  if (first == null || last == null) return 0;
  const times = await storedTimes(tx);
  people.begin(times);

  /** Requests the bytes of a part. Resolves to null for a part that is outside of the range or not stored. */
  const request = (part: number) => {
    const stored = times.get(part);
    if (!stored || !reader.overlaps(stored)) return Promise.resolve(null);
    const requested = bytesOf(tx, part);
    requested.catch(() => {}); // reported when it is awaited
    return requested;
  };

  async function read(part: number, bytes: Uint8Array | null): Promise<EventChunk | null> {
    const stored = times.get(part);
    if (stored && !reader.overlaps(stored)) return null;
    const chunk = stored && bytes && reader.read(bytes, stored, part);
    if (chunk) return chunk;
    const encoded = encodeChunk(await rowsOf(tx, part));
    return encoded && reader.read(encoded.bytes, encoded);
  }

  do {
    const ahead: Promise<Uint8Array | null>[] = [];
    for (let part = partOf(first); part <= partOf(last); part++) {
      while (ahead.length < AHEAD) ahead.push(request(part + ahead.length));
      const chunk = await read(part, (await ahead.shift()) ?? null);
      if (chunk && chunk.people.length > 0) visit(chunk);
      const [, through] = seqsOf(part);
      onProgress?.(Math.min(through, last) - first + 1, last - first + 1);
    }
  } while (again?.());
  return reader.people();
}
