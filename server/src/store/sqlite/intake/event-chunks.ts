import type { Database } from 'better-sqlite3';
import { PART_EVENTS, seqsOf } from '../../chunks/chunk-format.ts';
import type { ChunkState, NewChunk } from '../../store.ts';
import { prepareRowCount } from '../reports/chunks.ts';

/** Stores the copies of `events` that reports read (../reports/chunks.ts). */
export function prepareEventChunks(db: Database) {
  const selectState = db.prepare<[], { stored: number; last: number }>(
    `SELECT (SELECT count(*) FROM event_chunks) AS stored,
            coalesce((SELECT max(seq) FROM events), 0) AS last`,
  );
  const countRows = prepareRowCount(db);
  const insert = db.prepare<Omit<NewChunk, 'bytes'> & { bytes: Buffer | null }>(
    `INSERT INTO event_chunks (part, first_at, last_at, count, bytes)
     VALUES (@part, @firstAt, @lastAt, @events, @bytes) ON CONFLICT (part) DO NOTHING`,
  );
  return {
    state(): ChunkState {
      const { stored, last } = selectState.get() ?? { stored: 0, last: 0 };
      return { stored, complete: Math.floor(last / PART_EVENTS) };
    },
    /** Runs inside a transaction. Rows are only added after the last one, or deleted, so their number shows a change. */
    save({ bytes, ...chunk }: NewChunk): void {
      if (countRows(...seqsOf(chunk.part)) !== chunk.events) return;
      insert.run({
        ...chunk,
        bytes: bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      });
    },
  };
}
