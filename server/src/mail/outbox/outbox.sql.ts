import { DAY_MS, HOUR_MS } from '#shared/limits';
import {
  GOES_ON,
  GOES_ON_MS,
  MAIL_KINDS,
  type MailHour,
  type MailKind,
  type MailReason,
  type MailState,
  type MessageSignup,
  type NextMessage,
  type OutboxMessage,
  type OutboxQueue,
  PRIORITIES,
  REFUSING_STATUSES,
  VALID_MS,
} from '../../store/mail-store.ts';
import { TEXTS } from '../../store/signup-columns.ts';
import { type Db, type Engine, giving, type Op, one } from '../../store/sql/operation.ts';
import { sql } from '../../store/sql/statement.ts';
import { blockedOf } from '../blocked-mailboxes.sql.ts';
import { MAX_DELAY_MS } from '../confirmation-rule.ts';
import { shareOf } from '../hour-rule.ts';
import { leaveTokenOf } from '../list-secret.ts';
import { openLeaveLinks, personOf, readSecret } from '../personal-messages.sql.ts';
import { mailboxFreeAt } from './mailbox-limit.sql.ts';
import { forgetSwitchedOff, switchOff, webhookStates } from './notices.sql.ts';
import { CLEARABLE_SQL, clearableTimes, MAX_CLEARED, MAX_REASONS } from './outbox-rule.ts';
import { type MessagesOfList, settleMessage } from './settle-message.sql.ts';

type MessageRow = Omit<OutboxMessage, 'signup'> &
  Omit<MessageSignup, 'id' | 'createdAt'> & {
    dueAt: number;
    isDue: boolean;
    signupId: string | null;
    signedUpAt: number;
  };

const DECODED = { payload: 'json', isDue: 'flag' } as const;
const WAITING = "recipient = {recipient:text} AND state = 'waiting'";
// A clock that was ahead has set the time: no message waits so long. What a right clock puts off is never taken for one of these.
const DUE_TOO_LATE =
  '(due_at > {tooLate:time} OR (due_at > {tooLong:time} AND (reason IS NOT NULL OR outbox.created_at > {tooLong:time})))';
const IS_DUE = `(due_at <= {now:time} OR ${DUE_TOO_LATE})` as const;
const MESSAGE = `
  SELECT outbox.id, kind, payload, attempts, outbox.created_at AS "createdAt", handed_over_at AS "handedOverAt",
    due_at AS "dueAt", ${IS_DUE} AS "isDue", priority, signup_id AS "signupId", ${TEXTS}, signup_type AS "signupType", language,
    signups.created_at AS "signedUpAt"
  FROM outbox LEFT JOIN notifyme_signups AS signups ON signups.id = signup_id` as const;
// The id first: to sort whole messages takes twice as long.
const SELECT_DUE = sql(`${MESSAGE} WHERE outbox.id = (SELECT id FROM outbox
    WHERE ${WAITING} AND priority BETWEEN {lowest:int} AND {highest:int} AND ${IS_DUE}
      AND id <> {passOver:text}
    ORDER BY priority DESC, due_at DESC, id DESC LIMIT 1)`).rows<MessageRow>(DECODED);
// In the order of an index. PostgreSQL finds it more reliably without a subquery. A message that was refused, or that got a
// status as an answer several times, is passed until it is due.
const SELECT_FIRST = sql(`${MESSAGE} WHERE ${WAITING}
    AND NOT (reason IS NOT NULL AND due_at > {now:time} AND due_at <= {tooLong:time}
      AND (reason IN {refusing:texts} OR (attempts >= 3 AND length(reason) = 3)))
  ORDER BY outbox.id LIMIT 1`).rows<MessageRow>(DECODED);
const SELECT_DUE_AT = sql(
  `SELECT min(due_at) AS "dueAt" FROM outbox WHERE recipient = {recipient:text} AND state = 'waiting'`,
).rows<{ dueAt: number | null }>();
// Times in the future come from a clock that was wrong. A message of a mailing counts as handed over from its start.
const SELECT_HOUR = sql(`
  SELECT CASE WHEN priority >= ${PRIORITIES.team.lowest} THEN 'team' WHEN priority >= ${PRIORITIES.asked.lowest} THEN 'asked'
    ELSE 'mailing' END AS kind, count(*) AS sent, min(handed_over_at) AS since
  FROM (SELECT priority, handed_over_at FROM outbox WHERE recipient = 'mail' AND handed_over_at BETWEEN {since:time} AND {now:time}
    UNION ALL SELECT priority, NULL FROM outbox
    WHERE recipient = 'mail' AND state = 'waiting' AND due_at > {now:time} AND due_at <= {before:time} AND reason = '${GOES_ON}') AS counted
  GROUP BY 1`).rows<{ kind: MailKind; sent: number; since: number | null }>();
const SELECT_MAILBOX = sql(`
  SELECT mailbox, signup_id AS "signupId", email, restricted_at AS "restrictedAt"
  FROM outbox LEFT JOIN notifyme_signups AS signups ON signups.id = signup_id
  WHERE outbox.id = {id:text}`).rows<{
  mailbox: string | null;
  signupId: string | null;
  email: string | null;
  restrictedAt: number | null;
}>();
const DROP = sql("DELETE FROM outbox WHERE id = {id:text} AND state = 'waiting'");
const POSTPONE_MAILBOX = sql(`
  UPDATE outbox SET due_at = {dueAt:time} WHERE mailbox = {mailbox:text} AND state = 'waiting'
    AND (due_at < {dueAt:time} OR ${DUE_TOO_LATE})`);
const WAITING_PEOPLE = "recipient = 'mail' AND state = 'waiting'";
const DROP_EXPIRED = sql(`
  UPDATE outbox SET state = 'given_up', payload = NULL, settled_at = {now:time}, reason = {reason:text}
  WHERE id IN (SELECT id FROM
  (SELECT id, created_at FROM outbox WHERE ${WAITING_PEOPLE} AND kind = 'confirmation' ORDER BY id LIMIT ${MAX_CLEARED}) AS oldest
  WHERE created_at < {before:time})`);
// From the moment at which a message about a decision may have left, the decision stays.
const MARK_TOLD = sql(
  'UPDATE signup_decisions SET told_at = {now:time} WHERE told_at IS NULL AND signup_id = {signupId:text}',
);
const START = sql(
  "UPDATE outbox SET attempts = attempts + 1, due_at = {dueAt:time} WHERE id = {id:text} AND state = 'waiting'",
);
// What our own limits hold back is not overdue.
const DUE_SINCE =
  'CASE WHEN reason IS NULL AND due_at > created_at THEN due_at ELSE created_at END';
const SELECT_STATE = sql(`
  SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, min(created_at) FILTER (WHERE state = 'waiting') AS "waitingSince",
    min(${DUE_SINCE}) FILTER (WHERE state = 'waiting') AS "overdueSince",
    min(${DUE_SINCE}) FILTER (WHERE state = 'waiting' AND (reason IS NULL OR substr(reason, 1, 3) NOT BETWEEN '450' AND '459'))
      AS "unansweredSince",
    count(*) FILTER (WHERE state = 'sent') AS sent, max(settled_at) FILTER (WHERE state = 'sent') AS "lastSentAt",
    count(*) FILTER (WHERE state = 'refused') AS refused, count(*) FILTER (WHERE state = 'given_up') AS "givenUp"
  FROM outbox WHERE recipient = 'mail'`).rows<MailState>();
const COUNT_DUE = sql(
  `SELECT count(*) AS count FROM outbox WHERE ${WAITING_PEOPLE} AND due_at <= {now:time}`,
).rows<{ count: number }>();
const COUNT_REASONS = sql(`
  SELECT state, reason, count(*) AS count FROM outbox WHERE recipient = 'mail' AND reason IS NOT NULL
  GROUP BY state, reason ORDER BY count DESC, state, reason LIMIT ${MAX_REASONS}`).rows<MailReason>();
const CLEAR_SETTLED = sql(`
  DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
    WHERE ${CLEARABLE_SQL} LIMIT ${MAX_CLEARED})`);
const limitsOfPlausible = (now: number) => ({
  /** Of any message. */
  tooLate: now + MAX_DELAY_MS,
  /** Of one that was tried or is not yet made: a receiver may ask for a day, and a mailbox has three messages in one. */
  tooLong: now + DAY_MS + HOUR_MS,
});

/**
 * Returns the message to send next to a recipient. Of the mail that is due, and of the first kind whose share of the hour allows
 * one, it is one with the highest priority, and of these the one that came last: where more is to be sent than can be, at least
 * some people need not wait. A webhook gets its messages in their order.
 */
function* nextMessage(db: Db, list: MessagesOfList, queue: OutboxQueue): Op<NextMessage> {
  const { recipient, now } = queue;
  if (recipient === 'mail') return yield* nextMail(db, list, queue);
  const due = { recipient, now, ...limitsOfPlausible(now), refusing: REFUSING_STATUSES };
  const row = yield* db.get(SELECT_FIRST, due);
  const message = row?.isDue ? messageOf(row) : null;
  return { message, dueAt: row?.dueAt ?? null, freeAt: null };
}

function* nextMail(db: Db, list: MessagesOfList, queue: OutboxQueue): Op<NextMessage> {
  const { now, hourly, passOver } = queue;
  const { due, mailingDueAt } = yield* dueMail(db, list, queue);
  const hour = yield* hourOf(db, due, now);
  const kinds = MAIL_KINDS.filter((kind) => due[kind]);
  if (kinds.length === 0 && passOver)
    return yield* nextMail(db, list, { ...queue, passOver: null });
  const isOpen = (kind: MailKind) => {
    if (hourly === null) return true;
    const share = shareOf(kind, hour, hourly);
    // Or a few clients that ask for many would use up the share before the next visitor comes, and invitations before an alert.
    const isFirst = (due[kind]?.priority ?? 0) >= PRIORITIES[kind].first;
    return hour[kind].sent < (isFirst ? share : Math.ceil((share * 3) / 4));
  };
  const open = kinds.find(isOpen);
  const times = MAIL_KINDS.flatMap((kind) => hour[kind].since ?? []);
  const freeAt = open ? null : Math.min(now, ...times) + HOUR_MS;
  const message = due[open ?? (due.team ? 'team' : 'asked')] ?? null;
  const waitingAt = (yield* db.get(SELECT_DUE_AT, { recipient: 'mail' }))?.dueAt ?? null;
  // A mailing that the hour keeps back is no news.
  if (message) return { message: yield* withToken(db, message), dueAt: waitingAt, freeAt };
  const at = due.mailing ? freeAt : mailingDueAt;
  const dueAts = [waitingAt, at].filter((time) => time !== null);
  return { message, dueAt: dueAts.length > 0 ? Math.min(...dueAts) : null, freeAt: null };
}

type DueMail = Record<MailKind, OutboxMessage | undefined>;

/** Returns the first message of each kind that is due, and when the first one of a mailing is. */
function* dueMail(
  db: Db,
  list: MessagesOfList,
  { now, passOver = null, mailingsFrom = 0 }: Omit<OutboxQueue, 'recipient' | 'hourly'>,
): Op<{ due: DueMail; mailingDueAt: number | null }> {
  const at = { recipient: 'mail', now, ...limitsOfPlausible(now), passOver: passOver ?? '' };
  const team = yield* db.get(SELECT_DUE, { ...at, ...PRIORITIES.team });
  const asked = yield* db.get(SELECT_DUE, { ...at, ...PRIORITIES.asked });
  const next = yield* list.next(db, now);
  const mailingDueAt = next ? Math.max(next.dueAt, mailingsFrom) : null;
  const mailing = mailingDueAt !== null && mailingDueAt <= now ? next?.message : undefined;
  return {
    due: { team: team && messageOf(team), asked: asked && messageOf(asked), mailing },
    mailingDueAt,
  };
}

function* hourOf(db: Db, due: DueMail, now: number): Op<MailHour> {
  const times = { now, since: now - HOUR_MS + 1, before: now + GOES_ON_MS };
  const rows = yield* db.all(SELECT_HOUR, times);
  const of = (kind: MailKind) => ({
    ...{ sent: 0, since: null },
    ...rows.find((row) => row.kind === kind),
    waits: due[kind] !== undefined,
  });
  return { team: of('team'), asked: of('asked'), mailing: of('mailing') };
}

/** Returns what the hour that ends now has had. */
function* mailHour(db: Db, list: MessagesOfList, now: number): Op<MailHour> {
  return yield* hourOf(db, (yield* dueMail(db, list, { now })).due, now);
}

function messageOf(row: MessageRow): OutboxMessage {
  const { id, kind, payload, priority, attempts, createdAt, handedOverAt, ...person } = row;
  const { dueAt: _, isDue: __, signupId, signedUpAt, ...said } = person;
  const signup = signupId === null ? null : { ...said, id: signupId, createdAt: signedUpAt };
  return { id, kind, payload, priority, attempts, createdAt, handedOverAt, signup };
}

/** Adds the token of the link to leave, which the outbox does not have. */
function* withToken(db: Db, message: OutboxMessage): Op<OutboxMessage> {
  const { kind, payload, signup } = message;
  if (kind !== 'invitation' && kind !== 'declined') return message;
  const leaveToken = leaveTokenOf((yield* readSecret(db)) ?? '', signup?.id ?? '');
  return { ...message, payload: { ...payload, leaveToken } };
}

/**
 * Counts an attempt before it begins. `started` is false when the message no longer waits, or when its mailbox had three in a
 * day: all that wait for it are then due a day after the first of these. A message of the list has a stamp.
 */
function* startAttempt(
  db: Db,
  list: MessagesOfList,
  id: string,
  { now, dueAt }: { now: number; dueAt: number },
): Op<{ started: boolean; stamp: string | null }> {
  const found = yield* db.get(SELECT_MAILBOX, { id });
  const { mailbox = null, signupId: of = null, email = null, restrictedAt = null } = found ?? {};
  // Another signup of the same mailbox has blocked it.
  const isBlocked = email !== null && mailbox !== null && (yield* blockedOf(db, [email])).size > 0;
  // What concerns a restricted signup goes to nobody: neither mail, nor what the team is told of it.
  if (isBlocked || restrictedAt !== null) {
    yield* db.run(DROP, { id });
    if (of !== null && mailbox !== null) yield* list.forgetUnsent(db, [of]);
    return { started: false, stamp: null };
  }
  const freeAt = mailbox === null ? null : yield* mailboxFreeAt(db, mailbox, now);
  if (mailbox !== null && freeAt !== null) {
    yield* db.run(POSTPONE_MAILBOX, { mailbox, dueAt: freeAt, ...limitsOfPlausible(now) });
    return { started: false, stamp: null };
  }
  if ((yield* db.run(START, { id, dueAt })) === 0) {
    const stamp = yield* list.start(db, id, { now, dueAt });
    return { started: stamp !== null, stamp };
  }
  const signupId = yield* personOf(db, id);
  if (signupId !== null) {
    yield* db.run(MARK_TOLD, { signupId, now });
    yield* openLeaveLinks(db, [signupId], now);
  }
  return { started: true, stamp: null };
}

/** Gives up mail that has expired before it could be sent. Returns how many messages, at most 300. */
function* dropUnsendable(db: Db, list: MessagesOfList, now: number): Op<number> {
  yield* list.tidy(db, now);
  const before = now - VALID_MS;
  const reason = 'not sent: too many messages waited, and it expired';
  return yield* db.run(DROP_EXPIRED, { now, before, reason });
}

/** Counts the messages by mail, by state. */
export const mailState = (db: Db): Op<MailState> => one(db, SELECT_STATE, {});

/** Counts the mail to people that waits and is due: not what a client has asked for beyond its share. */
function* countMailDue(db: Db, now: number): Op<number> {
  return (yield* one(db, COUNT_DUE, { now })).count;
}

/** Returns what servers answered to messages that are waiting or set aside, most frequent first. */
export const mailReasons = (db: Db): Op<MailReason[]> => db.all(COUNT_REASONS, {});

/** Deletes some rows of messages that were sent or set aside some days ago. Returns whether there may be more. */
function* clearSettled(db: Db, now: number): Op<boolean> {
  return (yield* db.run(CLEAR_SETTLED, clearableTimes(now))) === MAX_CLEARED;
}

/**
 * The part of the store for messages to people and to webhooks. A message is put into the outbox in the transaction that causes
 * it. Each of its recipients has a queue: `mail`, and one for each webhook. Once it was sent, what it says is removed, and the
 * rest of its row a day or two later. One that was set aside is counted for a week, or as long as the signup that it asks for
 * a confirmation.
 */
export type MailStore = ReturnType<typeof createOutbox>;

/** @param list the messages of the list, which have tables of their own */
export const createOutbox = ({ reads, writes }: Engine, list: MessagesOfList) => {
  const withList = giving(list);
  const start = writes(1, withList(startAttempt));
  return {
    nextMessage: reads(withList(nextMessage)),
    mailHour: reads(withList(mailHour)),
    async startAttempt(id: string, attempt: { now: number; dueAt: number }): Promise<boolean> {
      const { started, stamp } = await start(id, attempt);
      if (stamp !== null) list.stored(stamp);
      return started;
    },
    dropUnsendable: writes(100, withList(dropUnsendable)),
    settleMessage: writes(1, withList(settleMessage)),
    mailState: reads(mailState),
    countMailDue: reads(countMailDue),
    mailReasons: reads(mailReasons),
    switchOff: writes(1, switchOff),
    forgetSwitchedOff: writes(1, forgetSwitchedOff),
    webhookStates: reads(webhookStates),
    clearSettled: writes(1, clearSettled),
  };
};
