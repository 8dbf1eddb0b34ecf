import type { SequencedEvent } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

export async function latestEvents(tx: Transaction, limit: number): Promise<SequencedEvent[]> {
  const { rows } = await tx.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events ORDER BY seq DESC LIMIT $1`,
    [limit],
  );
  return rows.map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));
}
