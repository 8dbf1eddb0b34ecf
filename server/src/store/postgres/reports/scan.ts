import { partOf, seqsOf } from '../../chunks/chunk-format.ts';
import { encodeChunk } from '../../chunks/encode-chunk.ts';
import { ChunkReader } from '../../chunks/read-chunk.ts';
import type { ScanMemory } from '../../chunks/scan-memory.ts';
import type { EventChunk, ReceivedRange, ScanOptions } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { bytesOf, rowsOf, storedTimes } from './chunks.ts';

/** Parts that are read together: about 1 MB of ordinary events. */
const BATCH = 8;

/** Reads all events, as ../../sqlite/reports/scan.ts does. The transaction sees one state of the database. */
export async function scanEvents(
  tx: Transaction,
  range: ReceivedRange,
  { people }: ScanMemory,
  visit: (chunk: EventChunk) => void,
  { onProgress, again }: ScanOptions = {},
): Promise<number> {
  const reader = new ChunkReader(range, people);
  const ends = await tx.query<{ first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM events',
  );
  const { receivedBefore } = range;
  const first = ends.rows[0]?.first;
  const last =
    receivedBefore === undefined ? ends.rows[0]?.last : await lastReceived(tx, receivedBefore);
  if (first == null || last == null) return 0;
  const times = await storedTimes(tx);
  people.begin(times);

  const wanted = [...times.values()].filter((stored) => reader.overlaps(stored));
  const isCut = (part: number) => receivedBefore !== undefined && part === partOf(last);
  const parts = wanted
    .map(({ part }) => part)
    .filter((part) => part >= partOf(first) && part <= partOf(last) && !isCut(part))
    .sort((a, b) => a - b);

  async function read(part: number, bytes: BytesAhead): Promise<EventChunk | null> {
    const stored = isCut(part) ? undefined : times.get(part);
    if (stored && !reader.overlaps(stored)) return null;
    const own = stored && (await bytes.next()).value;
    const chunk = stored && own && reader.read(own, stored, part);
    if (chunk) return chunk;
    const encoded = encodeChunk(await rowsOf(tx, part, isCut(part) ? receivedBefore : undefined));
    return encoded && reader.read(encoded.bytes, encoded);
  }

  do {
    const bytes = readAhead(tx, parts);
    for (let part = partOf(first); part <= partOf(last); part++) {
      const chunk = await read(part, bytes);
      if (chunk && chunk.people.length > 0) visit(chunk);
      const [, through] = seqsOf(part);
      onProgress?.(Math.min(through, last) - first + 1, last - first + 1);
    }
  } while (again?.());
  return reader.people();
}

/** Passes over what has arrived since. */
async function lastReceived(tx: Transaction, before: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ seq: number }>(
    `SELECT seq FROM events WHERE received_at < to_timestamp($1::float8 / 1000)
     ORDER BY seq DESC LIMIT 1`,
    [before],
  );
  return rows[0]?.seq;
}

type BytesAhead = AsyncGenerator<Uint8Array | null, null>;

/** Yields the bytes of each part, or null. The next batch is requested before this one is used. */
async function* readAhead(tx: Transaction, parts: readonly number[]): BytesAhead {
  const request = (at: number) => {
    const requested = bytesOf(tx, parts.slice(at, at + BATCH));
    requested.catch(() => {}); // reported when it is awaited
    return requested;
  };
  let next = request(0);
  for (let at = 0; at < parts.length; at += BATCH) {
    const batch = await next;
    next = request(at + BATCH);
    for (const part of parts.slice(at, at + BATCH)) yield batch.get(part) ?? null;
  }
  return null;
}
