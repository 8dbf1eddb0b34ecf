import { grantsAnalytics } from '../../consent/consent-rule.ts';
import { readHistories } from '../../consent/record-decisions.sql.ts';
import { CONTEXT_COLUMNS, CONTEXT_FIELDS } from '../../store/event-context.ts';
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

const COLUMNS = `id, consent_id, session_id, name, properties, occurred_at, received_at, ${CONTEXT_COLUMNS}`;
const TYPES = [
  ...['text', 'text', 'text', 'text', 'json', 'timestamptz', 'timestamptz'],
  ...CONTEXT_FIELDS.map(() => 'text'),
];
const ARRAYS = TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ');

/** The sequence assigns each row its `seq`, in the order of the arrays. */
const INSERT = `INSERT INTO events (${COLUMNS}) SELECT * FROM unnest(${ARRAYS})
  ON CONFLICT (id) DO NOTHING RETURNING id`;

/** Returns the ids that were new. */
async function insert(tx: Transaction, rows: readonly Row[]) {
  if (rows.length === 0) return new Set<string>();
  const column = (read: (row: Row) => unknown) => rows.map(read);
  const columns = [
    column(({ event }) => event.id),
    column(({ consentId }) => consentId),
    column(({ sessionId }) => sessionId),
    column(({ event }) => event.name),
    column(({ event }) => JSON.stringify(event.properties)),
    column(({ event }) => toTimestamp(event.occurredAt)),
    column(({ receivedAt }) => toTimestamp(receivedAt)),
    ...CONTEXT_FIELDS.map((field) => column(({ context }) => context[field])),
  ];
  const inserted = await tx.query<{ id: string }>(INSERT, columns);
  return new Set(inserted.rows.map(({ id }) => id));
}
