import type { LatestEventsQuery, SequencedEvent } from '../../store.ts';
import { toTimestamp } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from '../intake/event-row.ts';

export async function latestEvents(
  tx: Transaction,
  { limit, receivedBefore }: LatestEventsQuery,
): Promise<SequencedEvent[]> {
  const before = receivedBefore === undefined ? 'infinity' : toTimestamp(receivedBefore);
  const { rows } = await tx.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE received_at < $1 ORDER BY seq DESC LIMIT $2`,
    [before, limit],
  );
  return rows.map((row) => ({ seq: row.seq, ...toStoredEvent(row) }));
}
