import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import type { Share } from '../../lib/share-rule.ts';
import { SKEW_MS } from '../../lib/within.ts';
import {
  GOES_ON,
  GOES_ON_MS,
  MAILING_PRIORITY,
  type MailReason,
  type MailState,
  type MessageSettlement,
  type MessageSignup,
  type NextMessage,
  type OutboxMessage,
  type OutboxQueue,
  PRIORITY_OF_CLIENT,
  REFUSING_STATUSES,
  shareOfHour,
  VALID_MS,
} from '../../store/mail-store.ts';
import { TEXTS } from '../../store/signup-columns.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import { MAX_DELAY_MS } from '../confirmation-rule.ts';
import { leaveTokenOf } from '../list-secret.ts';
import { openLeaveLink, personOf, readSecret } from '../personal-messages.sql.ts';
import { mailboxFreeAt } from './mailbox-limit.sql.ts';
import {
  CLEARABLE_SQL,
  clearableTimes,
  freeAt,
  type HandedOver,
  MAX_CLEARED,
  MAX_REASONS,
  pacedAt,
  type StateRow,
  toMailState,
} from './outbox-rule.ts';

/**
 * What the outbox asks of the list. Messages of a mailing have a table of their own, with a row for each recipient, and the list
 * knows what becomes of an invitation.
 */
export interface MessagesOfList {
  /** Returns the recipient whose message is due first, as a message of the outbox. */
  next(db: Db, now: number): Op<{ message: OutboxMessage; dueAt: number } | undefined>;
  /** Records that a message leaves now. Returns false when it must not. */
  start(db: Db, id: string, attempt: { now: number; dueAt: number }): Op<boolean>;
  /** Stores what became of a message. */
  settle(db: Db, id: string, settlement: MessageSettlement): Op<void>;
  /** Ends mailings of which nobody waits, and starts that were broken off. */
  tidy(db: Db, now: number): Op<void>;
  /** Makes the link of an invitation valid from a time. */
  startInvitation(db: Db, token: string, at: number): Op<void>;
  /** Forgets the invitations of these people that never left. */
  forgetUnsent(db: Db, signupIds: readonly string[]): Op<void>;
}

type MessageRow = Omit<OutboxMessage, 'signup'> &
  Omit<MessageSignup, 'id' | 'createdAt'> & {
    dueAt: number;
    reason: string | null;
    signupId: string | null;
    signedUpAt: number;
  };

const MESSAGE = `
  SELECT outbox.id, kind, payload, attempts, outbox.created_at AS "createdAt", handed_over_at AS "handedOverAt",
    due_at AS "dueAt", reason, priority, signup_id AS "signupId", ${TEXTS}, signup_type AS "signupType", language,
    signups.created_at AS "signedUpAt"
  FROM outbox LEFT JOIN notifyme_signups AS signups ON signups.id = signup_id`;
const WAITING = "recipient = {recipient:text} AND state = 'waiting'";
// The id first: to sort whole messages takes twice as long.
const SELECT_DUE = sql(`${MESSAGE} WHERE outbox.id = (SELECT id FROM outbox
    WHERE ${WAITING} AND (due_at <= {now:time} OR due_at > {tooLate:time} OR created_at > {ahead:time}
      OR (reason IS NOT NULL AND due_at > {tooLong:time})) AND id <> {passOver:text}
    ORDER BY priority DESC, due_at DESC, id DESC LIMIT 1)`).rows<MessageRow>({
  payload: 'json',
});
// In the order of an index. PostgreSQL finds it more reliably without a subquery. A message that was refused, or that got a
// status as an answer several times, is passed until it is due.
const SELECT_FIRST = sql(`${MESSAGE} WHERE ${WAITING}
    AND NOT (reason IS NOT NULL AND due_at > {now:time} AND due_at <= {tooLong:time}
      AND (reason IN {refusing:texts} OR (attempts >= 3 AND length(reason) = 3)))
  ORDER BY outbox.id LIMIT 1`).rows<MessageRow>({ payload: 'json' });
const SELECT_DUE_AT = sql(
  `SELECT min(due_at) AS "dueAt" FROM outbox WHERE recipient = {recipient:text} AND state = 'waiting'`,
).rows<{ dueAt: number | null }>();
// Times in the future come from a clock that was wrong.
const SELECT_HANDED_OVER = sql(`
  SELECT handed_over_at AS "handedOverAt" FROM outbox WHERE recipient = {recipient:text} AND handed_over_at <= {now:time}
  ORDER BY handed_over_at DESC LIMIT 1 OFFSET {skip:int}`).rows<{ handedOverAt: number }>();
const SELECT_PACE = sql(`
  SELECT count(*) AS count, max(handed_over_at) AS last FROM outbox
  WHERE recipient = {recipient:text} AND handed_over_at BETWEEN {since:time} AND {now:time} AND priority > {above:int}`).rows<HandedOver>();
// A message of a mailing counts as handed over from its start.
const COUNT_GOING_ON = sql(`
  SELECT count(*) AS count FROM outbox
  WHERE ${WAITING} AND due_at > {now:time} AND due_at <= {before:time} AND reason = '${GOES_ON}'`).rows<{
  count: number;
}>();
const SELECT_MAILBOX = sql('SELECT mailbox FROM outbox WHERE id = {id:text}').rows<{
  mailbox: string | null;
}>();
const POSTPONE_MAILBOX = sql(`
  UPDATE outbox SET due_at = {dueAt:time} WHERE mailbox = {mailbox:text} AND state = 'waiting'
    AND (due_at < {dueAt:time} OR due_at > {tooLate:time})`);
const WAITING_PEOPLE = "recipient = 'mail' AND state = 'waiting'";
const GIVE_UP =
  `UPDATE outbox SET state = 'given_up', payload = NULL, settled_at = {now:time}, reason = {reason:text}
  WHERE kind = 'confirmation' AND id IN` as const;
const DROP_EXPIRED = sql(`${GIVE_UP} (SELECT id FROM
  (SELECT id, created_at FROM outbox WHERE ${WAITING_PEOPLE} AND kind = 'confirmation' ORDER BY id LIMIT ${MAX_CLEARED}) AS oldest
  WHERE created_at < {before:time})`);
const COUNT_WAITING = sql(`SELECT count(*) AS count FROM outbox WHERE ${WAITING_PEOPLE}`).rows<{
  count: number;
}>();
const DROP_EXCESS =
  sql(`${GIVE_UP} (SELECT id FROM outbox WHERE ${WAITING_PEOPLE} AND kind = 'confirmation'
  ORDER BY priority, due_at, id LIMIT {excess:int})`);
// From the moment at which a message about a decision may have left, the decision stays.
const IS_PERSONAL =
  "(SELECT signup_id FROM outbox WHERE id = {id:text} AND kind IN ('invitation', 'declined'))";
const MARK_TOLD = sql(
  `UPDATE signup_decisions SET told_at = {now:time} WHERE told_at IS NULL AND signup_id = ${IS_PERSONAL}`,
);
const START = sql(
  "UPDATE outbox SET attempts = attempts + 1, due_at = {dueAt:time} WHERE id = {id:text} AND state = 'waiting'",
);
// What our own limits hold back is not overdue.
const DUE_SINCE =
  'CASE WHEN reason IS NULL AND due_at > created_at THEN due_at ELSE created_at END';
const COUNT_STATES = sql(`
  SELECT state, count(*) AS count, min(created_at) AS since, max(settled_at) AS last, min(${DUE_SINCE}) AS overdue,
    min(${DUE_SINCE}) FILTER (WHERE reason IS NULL OR substr(reason, 1, 3) NOT BETWEEN '450' AND '459') AS unanswered
  FROM outbox WHERE recipient = 'mail' GROUP BY state`).rows<StateRow>();
const COUNT_BEFORE = sql(
  `SELECT count(*) AS count FROM outbox WHERE ${WAITING_PEOPLE} AND created_at < {before:time}`,
).rows<{ count: number }>();
const COUNT_DUE = sql(
  `SELECT count(*) AS count FROM outbox WHERE ${WAITING_PEOPLE} AND due_at <= {now:time}`,
).rows<{ count: number }>();
const COUNT_REASONS = sql(`
  SELECT state, reason, count(*) AS count FROM outbox WHERE recipient = 'mail' AND reason IS NOT NULL
  GROUP BY state, reason ORDER BY count DESC, state, reason LIMIT ${MAX_REASONS}`).rows<MailReason>();
const CLEAR_SETTLED = sql(`
  DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
    WHERE ${CLEARABLE_SQL} LIMIT ${MAX_CLEARED})`);
const MARK_REMOVED = sql(`
  UPDATE confirmations SET removed_at = {now:time} WHERE token_hash IN
    (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at IS NULL LIMIT ${MAX_CLEARED})`);
const COUNT_TOKENS = sql(`
  SELECT count(*) AS rows, count(*) FILTER (WHERE signup_id IS NULL AND removed_at < {before:time}) AS expired
  FROM confirmations`).rows<Share>();
const CLEAR_TOKENS = sql(`
  DELETE FROM confirmations WHERE token_hash IN
    (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at < {before:time} LIMIT ${MAX_CLEARED})`);

/** What a clock that was ahead has written: no message waits beyond these times, so it is due. */
const limitsOfPlausible = (now: number) => ({
  /** Of any message. */
  tooLate: now + MAX_DELAY_MS,
  /** Of one that was tried: a receiver may ask for a day, and a mailbox has three messages in one. */
  tooLong: now + DAY_MS + HOUR_MS,
  /** When it was made. */
  ahead: now + SKEW_MS,
});

const isDue = (
  { dueAt, createdAt, reason }: Pick<MessageRow, 'dueAt' | 'createdAt' | 'reason'>,
  { now, tooLate, tooLong, ahead }: ReturnType<typeof limitsOfPlausible> & { now: number },
): boolean =>
  dueAt <= now || dueAt > tooLate || createdAt > ahead || (reason !== null && dueAt > tooLong);

export function* nextMessage(db: Db, list: MessagesOfList, queue: OutboxQueue): Op<NextMessage> {
  const { recipient, now, passOver } = queue;
  const isMail = recipient === 'mail';
  const due = { recipient, now, ...limitsOfPlausible(now) };
  let row = isMail
    ? yield* db.get(SELECT_DUE, { ...due, passOver: passOver ?? '' })
    : yield* db.get(SELECT_FIRST, { ...due, refusing: REFUSING_STATUSES });
  if (!row && passOver) row = yield* db.get(SELECT_DUE, { ...due, passOver: '' });
  const dueAt =
    (row && !isMail ? row.dueAt : (yield* db.get(SELECT_DUE_AT, { recipient }))?.dueAt) ?? null;
  const free = yield* freeAtOf(db, queue, row?.priority ?? 0);
  if (!row || !isDue(row, due)) {
    const empty = { message: null, dueAt, freeAt: free };
    return isMail ? yield* nextOfMailings(db, list, queue, empty) : empty;
  }
  const { id, kind, payload, priority, attempts, createdAt, handedOverAt, ...person } = row;
  const { dueAt: _, reason: __, signupId, signedUpAt, ...said } = person;
  const signup = signupId === null ? null : { ...said, id: signupId, createdAt: signedUpAt };
  const leaveToken =
    kind === 'invitation' || kind === 'declined' ? yield* tokenFor(db, signupId) : null;
  return {
    message: {
      ...{ id, kind, priority, attempts, createdAt, handedOverAt, signup },
      payload: leaveToken === null ? payload : { ...payload, leaveToken },
    },
    dueAt,
    freeAt: free,
  };
}

/** Where nothing else is due, the next person of a mailing comes. */
function* nextOfMailings(
  db: Db,
  list: MessagesOfList,
  queue: OutboxQueue,
  empty: NextMessage,
): Op<NextMessage> {
  const next = yield* list.next(db, queue.now);
  if (!next) return empty;
  const { message, dueAt } = next;
  const freeAt = yield* freeAtOf(db, queue, MAILING_PRIORITY);
  const at = Math.max(dueAt, freeAt ?? 0, queue.mailingsFrom ?? 0);
  // Other mail must not wait until this one may go.
  if (at <= queue.now) return { message, dueAt, freeAt };
  return { ...empty, dueAt: Math.min(at, empty.dueAt ?? at) };
}

function* tokenFor(db: Db, signupId: string | null): Op<string> {
  return leaveTokenOf((yield* readSecret(db)) ?? '', signupId ?? '');
}

/** Returns when the hourly limit of the recipient allows a message; null when it allows one now. */
function* freeAtOf(
  db: Db,
  { recipient, now, hourly }: OutboxQueue,
  priority: number,
): Op<number | null> {
  if (hourly === null) return null;
  const share = shareOfHour(hourly, priority);
  const goingOn = { recipient, now, before: now + GOES_ON_MS };
  const skip = share - 1 - ((yield* db.get(COUNT_GOING_ON, goingOn))?.count ?? 0);
  if (skip < 0) return now + MINUTE_MS; // or when an attempt has ended
  const row = yield* db.get(SELECT_HANDED_OVER, { recipient, now, skip });
  const free = freeAt(row?.handedOverAt ?? null, now);
  // Only what others wait for is spread. A mailing waits for all others.
  if (free !== null || priority <= MAILING_PRIORITY) return free;
  const above = priority > -PRIORITY_OF_CLIENT ? -PRIORITY_OF_CLIENT : MAILING_PRIORITY;
  const pace = yield* db.get(SELECT_PACE, { recipient, now, since: now - HOUR_MS + 1, above });
  return pacedAt(pace ?? { count: 0, last: null }, share, now);
}

export function* startAttempt(
  db: Db,
  list: MessagesOfList,
  id: string,
  { now, dueAt }: { now: number; dueAt: number },
): Op<boolean> {
  const mailbox = (yield* db.get(SELECT_MAILBOX, { id }))?.mailbox ?? null;
  const freeAt = mailbox === null ? null : yield* mailboxFreeAt(db, mailbox, now);
  if (mailbox !== null && freeAt !== null) {
    const tooLate = now + MAX_DELAY_MS;
    yield* db.run(POSTPONE_MAILBOX, { mailbox, dueAt: freeAt, tooLate });
    return false;
  }
  if ((yield* db.run(START, { id, dueAt })) === 0) return yield* list.start(db, id, { now, dueAt });
  const signupId = yield* personOf(db, id);
  if (signupId !== null) {
    yield* db.run(MARK_TOLD, { id, now });
    yield* openLeaveLink(db, signupId, now);
  }
  return true;
}

export function* dropUnsendable(
  db: Db,
  list: MessagesOfList,
  now: number,
  most: number,
): Op<number> {
  yield* list.tidy(db, now);
  const before = now - VALID_MS;
  const reason = 'not sent: too many messages waited, and it expired';
  const expired = yield* db.run(DROP_EXPIRED, { now, before, reason });
  const waiting = (yield* db.get(COUNT_WAITING, {}))?.count ?? 0;
  const excess = Math.min(waiting - most, MAX_CLEARED - expired);
  if (excess <= 0) return expired;
  const full = 'not sent: more messages wait than can be sent before they expire';
  return expired + (yield* db.run(DROP_EXCESS, { now, excess, reason: full }));
}

export function* mailState(db: Db): Op<MailState> {
  return toMailState(yield* db.all(COUNT_STATES, {}));
}

export function* countMailBefore(db: Db, before: number): Op<number> {
  return (yield* db.get(COUNT_BEFORE, { before }))?.count ?? 0;
}

export function* countMailDue(db: Db, now: number): Op<number> {
  return (yield* db.get(COUNT_DUE, { now }))?.count ?? 0;
}

export const mailReasons = (db: Db): Op<MailReason[]> => db.all(COUNT_REASONS, {});

const NO_ROWS: Share = { rows: 0, expired: 0 };

export function* clearSettled(db: Db, now: number): Op<boolean> {
  return (yield* db.run(CLEAR_SETTLED, clearableTimes(now))) === MAX_CLEARED;
}

export function* countTokens(db: Db, before: number): Op<Share> {
  return (yield* db.get(COUNT_TOKENS, { before })) ?? NO_ROWS;
}

export function* clearTokens(db: Db, now: number, keepMs: number | null): Op<boolean> {
  const removed = yield* db.run(MARK_REMOVED, { now });
  const tokens = keepMs === null ? 0 : yield* db.run(CLEAR_TOKENS, { before: now - keepMs });
  return [removed, tokens].includes(MAX_CLEARED);
}
