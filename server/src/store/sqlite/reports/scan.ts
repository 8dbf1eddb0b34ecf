import type { Database } from 'better-sqlite3';
import type { Range } from '#shared/time-range';
import { MAX_EVENTS } from '../../chunks/chunk-format.ts';
import { CHUNK_COLUMNS, type ChunkRow, createChunkEncoder } from '../../chunks/encode-chunk.ts';
import { createChunkReader } from '../../chunks/read-chunk.ts';
import type { EventChunk, ScanOptions } from '../../store.ts';

/** Reads all events in one transaction, so in one state of the database. */
export function scanEvents(
  db: Database,
  range: Range,
  visit: (chunk: EventChunk) => void,
  { onProgress, again }: ScanOptions = {},
): void {
  const selectEnds = db.prepare<[], { first: number; last: number }>(
    `SELECT coalesce((SELECT min(seq) FROM events), 1) AS first,
            coalesce((SELECT max(seq) FROM events), 0) AS last`,
  );
  const selectRows = db
    .prepare<[number, number], ChunkRow>(
      `SELECT ${CHUNK_COLUMNS.join(', ')} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq`,
    )
    .raw();
  const reader = createChunkReader(range);

  function scan() {
    const { first = 1, last = 0 } = selectEnds.get() ?? {};
    for (let part = partOf(first); part <= partOf(last); part++) {
      const encoder = createChunkEncoder();
      for (const row of selectRows.iterate(part * MAX_EVENTS, (part + 1) * MAX_EVENTS)) {
        encoder.add(row);
      }
      const chunk = encoder.count() > 0 ? reader.read(encoder.encode().bytes) : null;
      if (chunk && chunk.people.length > 0) visit(chunk);
      const reached = Math.min((part + 1) * MAX_EVENTS, last);
      if (last > 0) onProgress?.(reached - first + 1, last - first + 1);
    }
  }
  db.transaction(() => {
    do scan();
    while (again?.());
  })();
}

const partOf = (seq: number) => Math.floor((seq - 1) / MAX_EVENTS);
