import { grantsAnalytics } from '../../consent/consent-rule.ts';
import { readHistories } from '../../consent/record-decisions.sql.ts';
import { toTimestamp } from '../../store/postgres/connection/column-types.ts';
import { createDb, finish } from '../../store/postgres/connection/sql.ts';
import type { Transaction } from '../../store/postgres/connection/transaction.ts';
import type { EventBatch, NewEvent, RecordedEvents } from '../../store/store.ts';

type Row = EventBatch & { event: NewEvent };

/**
 * Checks the consents and stores the events of all batches, with one statement for each. Shares the events' lock
 * (event-lock.ts).
 */
export async function recordEventBatches(
  tx: Transaction,
  batches: readonly EventBatch[],
): Promise<RecordedEvents[]> {
  const ids = batches.map(({ consentId }) => consentId);
  const histories = await finish(readHistories(createDb(tx), ids));
  const granted = new Set(
    batches.filter(({ consentId, revision, receivedAt }) => {
      const { latest = null, textSince = null } = histories.get(consentId) ?? {};
      return grantsAnalytics(latest, revision ?? textSince, receivedAt);
    }),
  );
  const rows = [...granted].flatMap((batch) => batch.events.map((event) => ({ ...batch, event })));
  const inserted = await insert(tx, rows);
  return batches.map((batch): RecordedEvents => {
    if (!granted.has(batch)) return { outcome: 'consent_required' };
    // Of equal ids, only the first was inserted.
    const accepted = batch.events.filter(({ id }) => inserted.delete(id)).length;
    return { outcome: 'recorded', accepted, duplicates: batch.events.length - accepted };
  });
}

const COLUMNS: readonly [name: string, type: string, read: (row: Row) => unknown][] = [
  ['id', 'text', ({ event }) => event.id],
  ['consent_id', 'text', ({ consentId }) => consentId],
  ['session_id', 'text', ({ sessionId }) => sessionId],
  ['name', 'text', ({ event }) => event.name],
  ['properties', 'json', ({ event }) => JSON.stringify(event.properties)],
  ['path', 'text', ({ context }) => context.path],
  ['referrer_host', 'text', ({ context }) => context.referrerHost],
  ['utm_source', 'text', ({ context }) => context.utmSource],
  ['utm_medium', 'text', ({ context }) => context.utmMedium],
  ['utm_campaign', 'text', ({ context }) => context.utmCampaign],
  ['utm_term', 'text', ({ context }) => context.utmTerm],
  ['utm_content', 'text', ({ context }) => context.utmContent],
  ['viewport', 'text', ({ context }) => context.viewport],
  ['language', 'text', ({ context }) => context.language],
  ['occurred_at', 'timestamptz', ({ event }) => toTimestamp(event.occurredAt)],
  ['received_at', 'timestamptz', ({ receivedAt }) => toTimestamp(receivedAt)],
];
const NAMES = COLUMNS.map(([name]) => name).join(', ');
const ARRAYS = COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');

/** The sequence assigns each row its `seq`, in the order of the arrays. */
const INSERT = `INSERT INTO events (${NAMES}) SELECT * FROM unnest(${ARRAYS})
  ON CONFLICT (id) DO NOTHING RETURNING id`;

/** Returns the ids that were new. */
async function insert(tx: Transaction, rows: readonly Row[]) {
  if (rows.length === 0) return new Set<string>();
  const columns = COLUMNS.map(([, , read]) => rows.map(read));
  const inserted = await tx.query<{ id: string }>(INSERT, columns);
  return new Set(inserted.rows.map(({ id }) => id));
}
