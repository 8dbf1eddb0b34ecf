import type { Database } from 'better-sqlite3';
import type { SequencedEvent } from '../../store.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

export const latestEvents = (db: Database, limit: number): SequencedEvent[] =>
  db
    .prepare<[number], EventRow>(`SELECT ${EVENT_COLUMNS} FROM events ORDER BY seq DESC LIMIT ?`)
    .all(limit)
    .map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));
