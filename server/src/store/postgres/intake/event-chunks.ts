import { PART_EVENTS, seqsOf } from '../../chunks/chunk-format.ts';
import type { ChunkState, NewChunk } from '../../store.ts';
import { toTimestamp } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { EventGate } from './event-gate.ts';

/** A part is complete when every event of it can be read or will never be there. */
export async function chunkState(tx: Transaction, gate: EventGate): Promise<ChunkState> {
  const settled = await gate.settledThrough(tx);
  const { rows } = await tx.query<{ stored: number; last: number }>(
    `SELECT (SELECT count(*) FROM event_chunks) AS stored,
       coalesce((SELECT max(seq) FROM events), 0) AS last`,
  );
  const { stored, last } = rows[0] ?? { stored: 0, last: 0 };
  return { stored, complete: Math.floor(Math.min(settled, last) / PART_EVENTS) };
}

/**
 * Stores a chunk unless events were deleted since it was made. Waits for running deletions, whose triggers have looked
 * for chunks already, and holds up those that come (migration 0004).
 */
export async function saveChunk(tx: Transaction, chunk: NewChunk): Promise<void> {
  await tx.query(`SELECT 1 FROM turns WHERE name = 'deletions' FOR UPDATE`);
  await tx.query(
    `INSERT INTO event_chunks (part, first_at, last_at, count, bytes)
     SELECT $1, $2, $3, $4::int, $5::bytea
     WHERE (SELECT count(*) FROM events WHERE seq > $6 AND seq <= $7) = $4::int
     ON CONFLICT (part) DO NOTHING`,
    [
      chunk.part,
      toTimestamp(chunk.firstAt),
      toTimestamp(chunk.lastAt),
      chunk.events,
      chunk.bytes && Buffer.from(chunk.bytes),
      ...seqsOf(chunk.part),
    ],
  );
}
