import { TO_POSTHOG } from '../../store/mail-store.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import type { DeliveryState, SkipReason } from '../../store/store.ts';

/**
 * A longer queue is measured by its numbers instead. Counting reads every row: a million take 70 ms, and block an SQLite
 * process meanwhile.
 */
const MAX_COUNTED = 10_000;
const BEYOND = 10_001;
const DEAD_LETTERS_SHOWN = 20;

/** SQL for the last `seq` that the relay has settled. */
export const LAST_SEQ = 'coalesce((SELECT last_seq FROM relay_state), 0)';

const SELECT_WAITING = sql(`
  SELECT (SELECT count(*) FROM (SELECT 1 FROM events WHERE seq > ${LAST_SEQ} LIMIT ${BEYOND}) AS first) AS waiting,
    (SELECT max(seq) FROM events) - ${LAST_SEQ} AS span,
    (SELECT received_at FROM events WHERE seq > ${LAST_SEQ} ORDER BY seq LIMIT 1) AS "waitingSince",
    (SELECT count(*) FROM relay_dead_letters) AS "setAside"`).rows<
  Pick<DeliveryState, 'waiting' | 'waitingSince' | 'setAside'> & { span: number | null }
>();
const SELECT_STATE = sql(
  'SELECT delivered_at AS "deliveredAt", failure, failed_at AS "failedAt" FROM relay_state',
).rows<{ deliveredAt: number | null; failure: string | null; failedAt: number | null }>();
const SELECT_COUNTS = sql('SELECT outcome, count FROM relay_counts').rows<{
  outcome: string;
  count: number;
}>();
const SELECT_DEAD_LETTERS = sql(`
  SELECT events.id AS "eventId", reason, set_aside_at AS at FROM relay_dead_letters
  JOIN events USING (seq) ORDER BY seq DESC LIMIT ${DEAD_LETTERS_SHOWN}`).rows<
  DeliveryState['deadLetters'][number]
>();

const SELECT_DELETIONS = sql(`
  SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting,
    count(*) FILTER (WHERE state = 'refused') AS refused,
    (SELECT reason FROM outbox WHERE recipient = '${TO_POSTHOG}' AND reason IS NOT NULL AND state <> 'sent'
     ORDER BY id LIMIT 1) AS reason
  FROM outbox WHERE recipient = '${TO_POSTHOG}'`).rows<DeliveryState['deletions']>();

export function* readDeliveryState(db: Db): Op<DeliveryState> {
  const queue = yield* db.get(SELECT_WAITING, {});
  const state = yield* db.get(SELECT_STATE, {});
  const counts = yield* db.all(SELECT_COUNTS, {});
  const deletions = yield* db.get(SELECT_DELETIONS, {});
  const deadLetters = yield* db.all(SELECT_DEAD_LETTERS, {});
  const { waiting = 0, span = null, waitingSince = null, setAside = 0 } = queue ?? {};
  const byOutcome = new Map(counts.map(({ outcome, count }) => [outcome, count]));
  const countOf = (outcome: SkipReason | 'delivered') => byOutcome.get(outcome) ?? 0;
  return {
    waiting: waiting > MAX_COUNTED && span !== null ? span : waiting,
    waitingSince,
    delivered: countOf('delivered'),
    deliveredAt: state?.deliveredAt ?? null,
    skipped: {
      no_grant: countOf('no_grant'),
      withdrawn: countOf('withdrawn'),
      expired: countOf('expired'),
      other_recipient: countOf('other_recipient'),
    },
    setAside,
    deletions: deletions ?? { waiting: 0, refused: 0, reason: null },
    deadLetters,
    failure: state?.failure == null ? null : { reason: state.failure, at: state.failedAt ?? 0 },
  };
}
