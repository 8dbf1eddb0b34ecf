import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../store/event-row.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { LatestEventsQuery, SequencedEvent } from '../store/store.ts';

const SELECT = sql(`SELECT ${EVENT_COLUMNS} FROM events
  WHERE {before:time?} IS NULL OR received_at < {before:time?} ORDER BY seq DESC LIMIT {limit:int}`).rows<EventRow>();

export function* latestEvents(
  db: Db,
  { limit, receivedBefore }: LatestEventsQuery,
): Op<SequencedEvent[]> {
  const rows = yield* db.all(SELECT, { limit, before: receivedBefore ?? null });
  return rows.map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));
}
