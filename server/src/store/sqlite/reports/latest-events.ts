import type { Database } from 'better-sqlite3';
import type { LatestEventsQuery, SequencedEvent } from '../../store.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

export const latestEvents = (
  db: Database,
  { limit, receivedBefore = Number.MAX_SAFE_INTEGER }: LatestEventsQuery,
): SequencedEvent[] =>
  db
    .prepare<[number, number], EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE received_at < ? ORDER BY seq DESC LIMIT ?`,
    )
    .all(receivedBefore, limit)
    .map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));
