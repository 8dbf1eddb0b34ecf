import type { Database } from 'better-sqlite3';
import { partOf, seqsOf } from '../../chunks/chunk-format.ts';
import { type ChunkRow, CONTEXT_COLUMNS, makeChunk } from '../../chunks/encode-chunk.ts';
import type { NewChunk } from '../../store.ts';

/** Reads the copies of `events` that are stored in `event_chunks`, and the rows that they are made from. */
export function prepareChunks(db: Database) {
  const selectRows = db
    .prepare<[number, number, number], ChunkRow>(
      `SELECT consent_id, occurred_at, name, properties, json_array(${CONTEXT_COLUMNS})
       FROM events WHERE seq > ? AND seq <= ? AND received_at < ? ORDER BY seq`,
    )
    .raw();
  const count = db
    .prepare<[number, number], number>('SELECT count(*) FROM events WHERE seq > ? AND seq <= ?')
    .pluck();
  const selectStored = db.prepare<[], { part: number; firstAt: number; lastAt: number }>(
    'SELECT part, first_at AS firstAt, last_at AS lastAt FROM event_chunks',
  );
  const selectBytes = db
    .prepare<[number], Uint8Array | null>('SELECT bytes FROM event_chunks WHERE part = ?')
    .pluck();
  return {
    /** The rows after a `seq`, through another one. */
    rows: {
      read: (after: number, through: number, receivedBefore = Number.MAX_SAFE_INTEGER) =>
        selectRows.all(after, through, receivedBefore),
      count: (after: number, through: number) => count.get(after, through) ?? 0,
    },
    storedTimes: () => new Map(selectStored.all().map((row) => [row.part, row])),
    bytesOf: (part: number) => selectBytes.get(part) ?? null,
  };
}

/** Makes the first missing chunk. */
export function makeNextChunk(
  db: Database,
  { from, to }: { from: number; to: number },
): NewChunk | null {
  const selectNext = db
    .prepare<[number], number | null>('SELECT min(seq) FROM events WHERE seq > ?')
    .pluck();
  const { rows, storedTimes } = prepareChunks(db);
  return db.transaction(() => {
    const stored = storedTimes();
    for (let part = from; part < to; part++) {
      if (stored.has(part)) continue;
      const [before, through] = seqsOf(part);
      const next = selectNext.get(before);
      if (next == null) return null;
      // After deletions there may be millions of parts without a row.
      if (partOf(next) > part) part = partOf(next) - 1;
      else return makeChunk(part, rows.read(before, through));
    }
    return null;
  })();
}
