import { PART_EVENTS, seqsOf } from '../chunks/chunk-format.ts';
import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';
import type { ChunkState, NewChunk } from '../store.ts';

const SELECT_STATE = sql(`SELECT (SELECT count(*) FROM event_chunks) AS stored,
    coalesce((SELECT max(seq) FROM events), 0) AS last`).rows<{ stored: number; last: number }>();
// Rows are only added after the last one, or deleted, so their number shows a change.
const INSERT = sql(`INSERT INTO event_chunks (part, first_at, last_at, count, bytes)
  SELECT {part:int}, {firstAt:time}, {lastAt:time}, {events:int}, {bytes:bytes?}
  WHERE (SELECT count(*) FROM events WHERE seq > {after:int} AND seq <= {through:int}) = {events:int}
  ON CONFLICT (part) DO NOTHING`);

/** Writers that may change `events` while a chunk is stored. */
export interface OtherWriters {
  /** Returns a `seq` up to which every event can be read or will never be there. */
  settledThrough(db: Db): Op<number>;
  /** Waits for running deletions, which have looked for chunks already, and makes later ones wait. */
  lockDeletions(db: Db): Op<unknown>;
}

/** A part is complete when every event of it can be read or will never be there. */
export function* chunkState(db: Db, others: OtherWriters): Op<ChunkState> {
  const settled = yield* others.settledThrough(db);
  const { stored, last } = (yield* db.get(SELECT_STATE, {})) ?? { stored: 0, last: 0 };
  return { stored, complete: Math.floor(Math.min(settled, last) / PART_EVENTS) };
}

/** Stores a chunk unless events were deleted since it was made. */
export function* saveChunk(db: Db, chunk: NewChunk, others: OtherWriters): Op<void> {
  yield* others.lockDeletions(db);
  const [after, through] = seqsOf(chunk.part);
  yield* db.run(INSERT, { ...chunk, after, through });
}
