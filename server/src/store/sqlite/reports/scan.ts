import type { Database } from 'better-sqlite3';
import { partOf, seqsOf } from '../../chunks/chunk-format.ts';
import { encodeChunk } from '../../chunks/encode-chunk.ts';
import { ChunkReader } from '../../chunks/read-chunk.ts';
import type { ScanMemory } from '../../chunks/scan-memory.ts';
import type { EventChunk, ReceivedRange, ScanOptions } from '../../store.ts';
import { prepareChunks } from './chunks.ts';

/**
 * Reads all events in one transaction, so in one state of the database.
 *
 * @param memory of the earlier scans of this database
 */
export function scanEvents(
  db: Database,
  range: ReceivedRange,
  { people, openPart }: ScanMemory,
  visit: (chunk: EventChunk) => void,
  { onProgress, again }: ScanOptions = {},
): number {
  const selectEnds = db.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
  );
  // Passes over what has arrived since: 0.1 s for a million events.
  const selectReceived = db
    .prepare<[number], number>(
      'SELECT seq FROM events WHERE received_at < ? ORDER BY seq DESC LIMIT 1',
    )
    .pluck();
  const { receivedBefore } = range;
  const { rows, storedTimes, bytesOf } = prepareChunks(db);
  const reader = new ChunkReader(range, people);

  function read(
    part: number,
    last: number,
    times: ReturnType<typeof storedTimes>,
  ): EventChunk | null {
    const [before, through] = seqsOf(part);
    const isLast = last <= through;
    if (isLast && receivedBefore !== undefined) {
      const received = encodeChunk(rows.read(before, last, receivedBefore));
      return received && reader.read(received.bytes, received);
    }
    const stored = times.get(part);
    if (stored) {
      if (!reader.overlaps(stored)) return null;
      const bytes = bytesOf(part);
      const chunk = bytes && reader.read(bytes, stored, part);
      if (chunk) return chunk;
    }
    const encoded = isLast
      ? openPart.encode(part, last, rows)
      : encodeChunk(rows.read(before, through));
    return encoded && reader.read(encoded.bytes, encoded);
  }

  function scan(first: number, last: number, times: ReturnType<typeof storedTimes>) {
    for (let part = partOf(first); part <= partOf(last); part++) {
      const chunk = read(part, last, times);
      if (chunk && chunk.people.length > 0) visit(chunk);
      const [, through] = seqsOf(part);
      onProgress?.(Math.min(through, last) - first + 1, last - first + 1);
    }
  }

  db.transaction(() => {
    const ends = selectEnds.get();
    const first = ends?.first;
    const last = receivedBefore === undefined ? ends?.last : selectReceived.get(receivedBefore);
    if (first == null || last == null) return;
    const times = storedTimes();
    people.begin(times); // once: people keep their numbers in all passes
    do scan(first, last, times);
    while (again?.());
  })();
  return reader.people();
}
