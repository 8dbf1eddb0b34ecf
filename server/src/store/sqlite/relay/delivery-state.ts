import type { Database } from 'better-sqlite3';
import type { DeliveryState, SkipReason, StoredEvent } from '../../store.ts';

/** SQL for the last `seq` that the relay has settled. */
export const LAST_SEQ = 'coalesce((SELECT last_seq FROM relay_state), 0)';

interface StateRow {
  deliveredAt: number | null;
  failure: string | null;
  failedAt: number | null;
}

const DEAD_LETTERS_SHOWN = 20;

/** @throws SqliteError (`no such table`) for a database of an older version that was not migrated */
export function readDeliveryState(db: Database): DeliveryState {
  const first = db
    .prepare<[], Pick<StoredEvent, 'receivedAt'>>(
      `SELECT received_at AS receivedAt FROM events WHERE seq > ${LAST_SEQ} ORDER BY seq LIMIT 1`,
    )
    .get();
  const state = db
    .prepare<[], StateRow>(
      'SELECT delivered_at AS deliveredAt, failure, failed_at AS failedAt FROM relay_state',
    )
    .get();
  const counts = new Map(
    db
      .prepare<[], { outcome: string; count: number }>('SELECT outcome, count FROM relay_counts')
      .all()
      .map(({ outcome, count }) => [outcome, count]),
  );
  const countOf = (outcome: SkipReason | 'delivered') => counts.get(outcome) ?? 0;
  return {
    waiting: countWaiting(db),
    waitingSince: first?.receivedAt ?? null,
    delivered: countOf('delivered'),
    deliveredAt: state?.deliveredAt ?? null,
    skipped: {
      no_grant: countOf('no_grant'),
      withdrawn: countOf('withdrawn'),
      expired: countOf('expired'),
      other_recipient: countOf('other_recipient'),
    },
    ...readDeadLetters(db),
    failure: state?.failure == null ? null : { reason: state.failure, at: state.failedAt ?? 0 },
  };
}

/** Counting reads every row: a million take 70 ms, and block the process meanwhile. */
const MAX_COUNTED = 10_000;

function countWaiting(db: Database): number {
  const one = (sql: string) => db.prepare<[], { number: number }>(sql).get()?.number ?? 0;
  const span = one(`SELECT coalesce(max(seq), 0) - ${LAST_SEQ} AS number FROM events`);
  if (span > MAX_COUNTED) return span;
  return one(`SELECT count(*) AS number FROM events WHERE seq > ${LAST_SEQ}`);
}

function readDeadLetters(db: Database): Pick<DeliveryState, 'setAside' | 'deadLetters'> {
  const total = db
    .prepare<[], { setAside: number }>('SELECT count(*) AS setAside FROM relay_dead_letters')
    .get();
  const deadLetters = db
    .prepare<[number], DeliveryState['deadLetters'][number]>(
      `SELECT events.id AS eventId, reason, set_aside_at AS at FROM relay_dead_letters
       JOIN events USING (seq) ORDER BY seq DESC LIMIT ?`,
    )
    .all(DEAD_LETTERS_SHOWN);
  return { setAside: total?.setAside ?? 0, deadLetters };
}
