import type {
  ConfirmationRequest,
  MessageSettlement,
  OutboxMessage,
} from '../../store/mail-store.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import { noteAnswer } from '../address-evidence.sql.ts';
import { expiryOf, hashToken } from '../confirmation-rule.ts';
import { personOf } from '../personal-messages.sql.ts';

/**
 * What the outbox asks of the list. Messages of a mailing have a table of their own, with a row for each recipient, and the list
 * knows what becomes of an invitation.
 */
export interface MessagesOfList {
  /** Returns the recipient whose message is due first, as a message of the outbox. */
  next(db: Db, now: number): Op<{ message: OutboxMessage; dueAt: number } | undefined>;
  /** Records that a message leaves now. Returns a stamp for it, or null when it must not. */
  start(db: Db, id: string, attempt: { now: number; dueAt: number }): Op<string | null>;
  /** Says that a stamp is on disk. */
  stored(stamp: string): void;
  /** Stores what became of a message. */
  settle(db: Db, id: string, settlement: MessageSettlement): Op<void>;
  /** Ends mailings of which nobody waits, and starts that were broken off. */
  tidy(db: Db, now: number): Op<void>;
  /** Makes the link of an invitation valid from a time. */
  startInvitation(db: Db, token: string, at: number): Op<void>;
  /** Forgets the invitations of these people that never left. */
  forgetUnsent(db: Db, signupIds: readonly string[]): Op<void>;
}

type SetAside = Extract<MessageSettlement, { outcome: 'refused' | 'given_up' }>;

const POSTPONE = sql(`
  UPDATE outbox SET due_at = {dueAt:time}, reason = {reason:text}, attempts = coalesce({attempts:int?}, attempts),
    handed_over_at = coalesce({handedOverAt:time?}, handed_over_at)
  WHERE id = {id:text} AND state = 'waiting'`);
const SET_ASIDE = sql(`
  UPDATE outbox SET state = {outcome:text}, payload = NULL, visitor_hash = NULL, settled_at = {at:time},
    reason = {reason:text}, handed_over_at = coalesce({handedOverAt:time?}, {countedAt:time?}, handed_over_at)
  WHERE id = {id:text} AND state = 'waiting'`);
const FINISH = sql(`
  UPDATE outbox SET state = 'sent', signup_id = NULL, visitor_hash = NULL, payload = NULL, settled_at = {at:time},
    handed_over_at = {at:time}, reason = NULL
  WHERE id = {id:text} AND state = 'waiting'`);
const EXTEND = sql(
  'UPDATE confirmations SET expires_at = {expiresAt:time} WHERE token_hash = {hash:text}',
);
const SELECT_SECRETS = sql(
  "SELECT kind, payload FROM outbox WHERE id = {id:text} AND kind IN ('confirmation', 'invitation') AND state = 'waiting' FOR UPDATE",
).rows<{ kind: string; payload: Pick<ConfirmationRequest, 'token'> }>({ payload: 'json' });
const MARK_UNTOLD = sql(`
  UPDATE signup_decisions SET told_at = NULL
  WHERE signup_id = (SELECT signup_id FROM outbox
      WHERE id = {id:text} AND kind IN ('invitation', 'declined') AND handed_over_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM invitations WHERE invitations.signup_id = signup_decisions.signup_id AND sent_at IS NOT NULL)`);

/** Records the result of an attempt. Does nothing when the message no longer waits. */
export function* settleMessage(
  db: Db,
  list: MessagesOfList,
  id: string,
  settlement: MessageSettlement,
): Op<void> {
  yield* noteAnswer(db, id, settlement);
  if (settlement.outcome === 'sent') {
    yield* startValidity(db, list, id, settlement.at);
    const finished = yield* db.run(FINISH, { id, at: settlement.at });
    if (finished === 0) yield* list.settle(db, id, settlement);
    return;
  }
  const { handedOverAt = null } = settlement;
  yield* startValidity(db, list, id, handedOverAt);
  if (settlement.outcome === 'retry') {
    const { attempts = null } = settlement;
    const postponed = yield* db.run(POSTPONE, { ...settlement, id, handedOverAt, attempts });
    if (postponed === 0) yield* list.settle(db, id, settlement);
    else yield* db.run(MARK_UNTOLD, { id });
  } else yield* setAside(db, list, id, settlement);
}

/**
 * Providers close the account of who asks for many addresses that do not exist, so a refused receiver counts as a message. Nobody
 * is skipped without a word: who got no invitation is invited with the next ones, or is undeliverable.
 */
function* setAside(db: Db, list: MessagesOfList, id: string, settlement: SetAside): Op<void> {
  const { outcome, at, reason, handedOverAt = null } = settlement;
  const signupId = yield* personOf(db, id);
  const countedAt = outcome === 'refused' && signupId === null ? at : null;
  const set = { id, outcome, at, reason, handedOverAt, countedAt };
  if ((yield* db.run(SET_ASIDE, set)) === 0) return yield* list.settle(db, id, settlement);
  if (signupId === null) return;
  yield* db.run(MARK_UNTOLD, { id });
  if (handedOverAt === null) yield* list.forgetUnsent(db, [signupId]);
}

const MARK_ASKED = sql(`
  UPDATE notifyme_signups SET asked_at = {at:time}
  WHERE id = (SELECT signup_id FROM outbox WHERE id = {id:text} AND kind = 'confirmation')`);

/** The link and the code of a message are valid from the time at which somebody may have got it. */
function* startValidity(db: Db, list: MessagesOfList, id: string, sentAt: number | null): Op<void> {
  const row = sentAt === null ? undefined : yield* db.get(SELECT_SECRETS, { id });
  if (sentAt === null || !row) return;
  if (row.kind === 'invitation') return yield* list.startInvitation(db, row.payload.token, sentAt);
  yield* db.run(MARK_ASKED, { id, at: sentAt });
  yield* db.run(EXTEND, { hash: hashToken(row.payload.token), expiresAt: expiryOf(sentAt) });
}
