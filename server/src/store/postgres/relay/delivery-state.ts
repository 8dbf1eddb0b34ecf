import type { Pool } from 'pg';
import type { DeliveryState, SkipReason } from '../../store.ts';
import { ask } from '../connection/transaction.ts';

type StateRow = Pick<DeliveryState, 'waiting' | 'waitingSince' | 'deliveredAt' | 'setAside'> & {
  span: number | null;
  failure: string | null;
  failedAt: number | null;
};

const DEAD_LETTERS_SHOWN = 20;
/** The same limit as in ../../sqlite/relay/delivery-state.ts: counting reads every row. */
const MAX_COUNTED = 10_000;

export async function readDeliveryState(pool: Pool): Promise<DeliveryState> {
  const [states, counts, deadLetters] = await Promise.all([
    ask<StateRow>(
      pool,
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM events WHERE seq > last_seq LIMIT ${MAX_COUNTED + 1}) AS first) AS waiting,
         (SELECT max(seq) FROM events) - last_seq AS span,
         (SELECT received_at FROM events WHERE seq > last_seq ORDER BY seq LIMIT 1) AS "waitingSince",
         (SELECT count(*) FROM relay_dead_letters) AS "setAside",
         delivered_at AS "deliveredAt", failure, failed_at AS "failedAt"
       FROM relay_state`,
    ),
    ask<{ outcome: string; count: number }>(pool, 'SELECT outcome, count FROM relay_counts'),
    ask<DeliveryState['deadLetters'][number]>(
      pool,
      `SELECT events.id AS "eventId", reason, set_aside_at AS at
       FROM relay_dead_letters JOIN events USING (seq) ORDER BY seq DESC LIMIT $1`,
      [DEAD_LETTERS_SHOWN],
    ),
  ]);
  const [state] = states;
  const byOutcome = new Map(counts.map(({ outcome, count }) => [outcome, count]));
  const countOf = (outcome: SkipReason | 'delivered') => byOutcome.get(outcome) ?? 0;
  return {
    waiting: waitingOf(state),
    waitingSince: state?.waitingSince ?? null,
    delivered: countOf('delivered'),
    deliveredAt: state?.deliveredAt ?? null,
    skipped: {
      no_grant: countOf('no_grant'),
      withdrawn: countOf('withdrawn'),
      expired: countOf('expired'),
      other_recipient: countOf('other_recipient'),
    },
    setAside: state?.setAside ?? 0,
    deadLetters,
    failure: state?.failure == null ? null : { reason: state.failure, at: state.failedAt ?? 0 },
  };
}

function waitingOf(state: StateRow | undefined): number {
  const counted = state?.waiting ?? 0;
  return counted > MAX_COUNTED ? (state?.span ?? counted) : counted;
}
