import type { Database } from 'better-sqlite3';
import type { Range } from '#shared/time-range';
import { partOf, seqsOf } from '../../chunks/chunk-format.ts';
import { encodeChunk } from '../../chunks/encode-chunk.ts';
import { ChunkReader } from '../../chunks/read-chunk.ts';
import type { ScanMemory } from '../../chunks/scan-memory.ts';
import type { EventChunk, ScanOptions } from '../../store.ts';
import { prepareChunks } from './chunks.ts';

/**
 * Reads all events in one transaction, so in one state of the database.
 *
 * @param memory of the earlier scans of this database
 */
export function scanEvents(
  db: Database,
  range: Range,
  { people, openPart }: ScanMemory,
  visit: (chunk: EventChunk) => void,
  { onProgress, again }: ScanOptions = {},
): number {
  const selectEnds = db.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(seq) FROM events) AS first, (SELECT max(seq) FROM events) AS last',
  );
  const { rows, storedTimes, bytesOf } = prepareChunks(db);
  const reader = new ChunkReader(range, people);

  function read(
    part: number,
    last: number,
    times: ReturnType<typeof storedTimes>,
  ): EventChunk | null {
    const stored = times.get(part);
    if (stored) {
      if (!reader.overlaps(stored)) return null;
      const bytes = bytesOf(part);
      const chunk = bytes && reader.read(bytes, stored, part);
      if (chunk) return chunk;
    }
    const [before, through] = seqsOf(part);
    const encoded =
      last <= through ? openPart.encode(part, last, rows) : encodeChunk(rows.read(before, through));
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
    const { first, last } = selectEnds.get() ?? {};
    if (first == null || last == null) return;
    const times = storedTimes();
    people.begin(times); // once: people keep their numbers in all passes
    do scan(first, last, times);
    while (again?.());
  })();
  return reader.people();
}
