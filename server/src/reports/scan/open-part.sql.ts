import type { Op } from '../../store/sql/operation.ts';
import { ChunkEncoder, type EncodedChunk, MAX_TABLE_LENGTH } from './encode-chunk.ts';
import { seqsOf } from './event-parts.ts';
import type { EventRows } from './event-rows.sql.ts';

interface Kept {
  part: number;
  /** The `seq` of the last row that the encoder has. */
  last: number;
  encoder: ChunkEncoder;
  encoded: EncodedChunk | null;
}

/**
 * Encodes the last part, which still gets rows, and keeps the encoder for the next scan. That one adds the new rows only:
 * reading all of them takes up to a quarter of a funnel. Rows are only added after the last one, or deleted, and SQLite
 * never uses a `seq` again, so their number shows whether the encoder still has the same ones.
 */
export function createOpenPart() {
  let kept = newPart(-1);

  /** @param last the last `seq` of all events */
  function* read(part: number, last: number, rows: EventRows): Op<void> {
    const [before] = seqsOf(part);
    const isSame =
      kept.part === part && (yield* rows.count(before, kept.last)) === kept.encoder.count();
    if (!isSame) kept = newPart(part);
    if (last <= kept.last) return;
    for (const row of yield* rows.read(kept.last, last)) kept.encoder.add(row);
    kept.last = last;
    kept.encoded = null;
  }

  return {
    /** Adds the new rows, if the last scan needed a part like this, and kept it. */
    *readMore(part: number, last: number, rows: EventRows): Op<void> {
      if (kept.part >= 0) yield* read(part, last, rows);
    },
    /** Returns null for a part without rows. */
    *encode(part: number, last: number, rows: EventRows): Op<EncodedChunk | null> {
      yield* read(part, last, rows);
      if (kept.encoder.count() > 0) kept.encoded ??= kept.encoder.encode();
      const { encoded } = kept;
      // Hostile events may make tables of many megabytes.
      if (encoded && encoded.tableLength > MAX_TABLE_LENGTH) kept = newPart(-1);
      return encoded;
    },
  };
}

function newPart(part: number): Kept {
  const [before] = seqsOf(part);
  return { part, last: before, encoder: new ChunkEncoder(), encoded: null };
}
