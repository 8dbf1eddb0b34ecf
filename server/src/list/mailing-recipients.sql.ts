import type { MailingContent } from '#shared/list';
import type { ListDecision } from '#shared/list-values';
import { asksForCode } from '#shared/placeholders';
import type { SignupType } from '#shared/signups';
import { blockedOf } from '../mail/blocked-mailboxes.sql.ts';
import { hashMailboxOfList, MAX_DELAY_MS } from '../mail/confirmation-rule.ts';
import { discountCodeOf, hasCode, leaveTokenOf } from '../mail/list-secret.ts';
import { mailboxFreeAt } from '../mail/outbox/mailbox-limit.sql.ts';
import { openLeaveLinks, readSecret } from '../mail/personal-messages.sql.ts';
import type { Stamps } from '../store/database-stamps.ts';
import {
  type MessageSettlement,
  type MessageSignup,
  type OutboxMessage,
  PRIORITIES,
} from '../store/mail-store.ts';
import { TEXTS } from '../store/signup-columns.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { stampDatabase } from './stamp-database.sql.ts';

/** SQL for signups whose owner agreed to the message at the launch, and has not withdrawn since. */
export const WANTS_LAUNCH = 'launch_agreed_at IS NOT NULL AND launch_declined_at IS NULL' as const;
/** People agreed to one message at the launch. Somebody who has had a mailing, or may still get one, gets no other. */
export const HAD_ONE =
  `EXISTS (SELECT 1 FROM mailing_recipients AS own JOIN mailings ON mailings.id = own.mailing_id
  WHERE own.signup_id = signups.id AND own.mailing_id <> {mailingId:text} AND (own.state IN ('sent', 'in_doubt')
    OR (own.state = 'waiting' AND mailings.state IN ('starting', 'sending', 'paused'))))` as const;
/** Taken before HAD_ONE is asked: two transactions would each find a person free. The number is arbitrary. SQLite has one writer. */
export const LOCK_AUDIENCES = sql({
  sqlite: 'SELECT 1 WHERE false',
  postgres: 'SELECT pg_advisory_xact_lock(1685414500, 2)',
});

type RecipientRow = Omit<MessageSignup, 'id' | 'createdAt'> & {
  id: string;
  mailingId: string;
  content: MailingContent;
  attempts: number;
  dueAt: number;
  startedAt: number;
  signupId: string;
  signedUpAt: number;
};

const SELECT_NEXT = sql(`
  SELECT message_id AS id, mailing_id AS "mailingId", content, attempts, due_at AS "dueAt", started_at AS "startedAt",
    signup_id AS "signupId", ${TEXTS}, signup_type AS "signupType", language, signups.created_at AS "signedUpAt"
  FROM (SELECT first.* FROM mailings JOIN mailing_recipients AS first
    ON first.message_id = (SELECT message_id FROM mailing_recipients
      WHERE mailing_id = mailings.id AND state = 'waiting' ORDER BY due_at, message_id LIMIT 1)
    WHERE mailings.state = 'sending' ORDER BY first.due_at, first.message_id LIMIT 1) AS next
  JOIN mailings ON mailings.id = mailing_id JOIN notifyme_signups AS signups ON signups.id = signup_id`).rows<RecipientRow>(
  { content: 'json' },
);
/** For operators. */
const NO_ANSWER = 'the message is leaving, or the site was stopped before an answer was stored';
// Before the message leaves: if nobody can say what became of it, that is already on disk.
const START = sql(`
  UPDATE mailing_recipients SET state = 'in_doubt', reason = '${NO_ANSWER}', attempts = attempts + 1, attempted_at = {now:time},
    due_at = {dueAt:time}
  WHERE message_id = {id:text} AND state = 'waiting'`);
const PERSON = `
  SELECT own.signup_id AS "signupId", email, CASE WHEN complained_at IS NOT NULL THEN 'its owner complained'
    WHEN undeliverable_at IS NOT NULL THEN 'the address is undeliverable' WHEN restricted_at IS NOT NULL THEN 'the signup is restricted'
    WHEN NOT (${WANTS_LAUNCH}) THEN 'its owner withdrew' END AS fault, signup_type AS "signupType", decision, content
  FROM mailing_recipients AS own JOIN notifyme_signups AS signups ON signups.id = own.signup_id
  JOIN mailings ON mailings.id = mailing_id LEFT JOIN signup_decisions ON signup_decisions.signup_id = signups.id
  WHERE message_id = {id:text} AND own.state = 'waiting' AND mailings.state = 'sending'` as const;
/** A pause waits for those who are being handed over, so that nobody is once it is confirmed. SQLite has one writer. */
const SELECT_PERSON = sql({
  sqlite: PERSON,
  postgres: `${PERSON} FOR SHARE OF mailings`,
}).rows<Person>({ content: 'json' });
interface Person {
  signupId: string;
  email: string;
  /** Why nothing may leave for this person, since the mailing was started; null otherwise. */
  fault: string | null;
  signupType: SignupType;
  decision: ListDecision | null;
  content: MailingContent;
}
const LEAVE_OUT = sql(`
  UPDATE mailing_recipients SET state = 'refused', reason = {reason:text} WHERE message_id = {id:text} AND state = 'waiting'`);
const POSTPONE = sql(
  "UPDATE mailing_recipients SET due_at = {dueAt:time} WHERE message_id = {id:text} AND state = 'waiting'",
);
// It counts for the hour and the mailbox, as if it had been sent.
const COUNT_IN_OUTBOX = sql(`
  INSERT INTO outbox (id, kind, state, attempts, created_at, due_at, settled_at, handed_over_at, priority, mailbox)
  VALUES ({id:text}, 'mailing', 'sent', 1, {now:time}, {now:time}, {now:time}, {now:time}, ${PRIORITIES.mailing.lowest}, {mailbox:text})
  ON CONFLICT DO NOTHING`);
const UNCOUNT = sql("DELETE FROM outbox WHERE id = {id:text} AND kind = 'mailing'");
const SETTLE = sql(`
  UPDATE mailing_recipients SET state = {state:text}, reason = {reason:text?}, due_at = coalesce({dueAt:time?}, due_at),
    attempts = coalesce({attempts:int?}, attempts)
  WHERE message_id = {id:text} AND state = 'in_doubt'`);
// Another process may have ended it meanwhile.
const REOPEN = sql(`
  UPDATE mailings SET state = 'sending', ended_at = NULL
  WHERE state = 'done' AND id = (SELECT mailing_id FROM mailing_recipients WHERE message_id = {id:text})`);
const FINISH = sql(`
  UPDATE mailings SET state = 'done', ended_at = {at:time}
  WHERE state = 'sending' AND NOT EXISTS
    (SELECT 1 FROM mailing_recipients WHERE mailing_id = mailings.id AND state = 'waiting')`);

/**
 * Returns the recipient of a mailing whose message is due first, as a message of the outbox; undefined without any. A time far
 * ahead comes from a clock that was wrong, and counts as now.
 */
export function* nextRecipient(
  db: Db,
  now: number,
): Op<{ message: OutboxMessage; dueAt: number } | undefined> {
  const row = yield* db.get(SELECT_NEXT, {});
  if (!row) return undefined;
  const { id, content, attempts, dueAt, startedAt, signupId, signedUpAt, mailingId, ...person } =
    row;
  const secret = (yield* readSecret(db)) ?? '';
  const payload = {
    mailingId,
    words: content.words,
    leaveToken: leaveTokenOf(secret, signupId),
    code: discountCodeOf(secret, signupId),
  };
  const signup = { ...person, id: signupId, createdAt: signedUpAt };
  const message = { id, kind: 'mailing', payload, attempts, createdAt: startedAt, signup };
  return {
    message: { ...message, priority: PRIORITIES.mailing.lowest, handedOverAt: null },
    dueAt: dueAt > now + MAX_DELAY_MS ? now : dueAt,
  };
}

/**
 * Records that the message to a recipient leaves now, and returns the stamp of the database. Returns null when it must not:
 * the mailing is paused, the person left or has a `fault`, the mailbox is blocked or had three messages in a day, or the
 * database is a copy.
 */
export function* startRecipient(
  db: Db,
  stamps: Stamps,
  id: string,
  { now, dueAt }: { now: number; dueAt: number },
): Op<string | null> {
  const person = yield* db.get(SELECT_PERSON, { id });
  if (!person) return null;
  const isBlocked = (yield* blockedOf(db, [person.email])).size > 0;
  const fault = isBlocked ? 'its owner wants no message' : (person.fault ?? codeFaultOf(person));
  if (fault !== null) {
    yield* db.run(LEAVE_OUT, { id, reason: `not sent: ${fault}` });
    yield* finishMailings(db, now);
    return null;
  }
  const mailbox = hashMailboxOfList(person.email);
  const freeAt = yield* mailboxFreeAt(db, mailbox, now);
  if (freeAt !== null) {
    yield* db.run(POSTPONE, { id, dueAt: freeAt });
    return null;
  }
  const stamped = yield* stampDatabase(db, stamps, now);
  if ('refusal' in stamped) return null;
  if ((yield* db.run(START, { id, now, dueAt })) === 0) return null;
  yield* openLeaveLinks(db, [person.signupId], now);
  yield* db.run(COUNT_IN_OUTBOX, { id, now, mailbox });
  return stamped.stamp;
}

/** A decision may be taken back while a mailing is sent. A shop would accept the code all the same. */
const codeFaultOf = (person: Person) =>
  !hasCode(person) && Object.values(person.content.words).some(asksForCode)
    ? 'the application is no longer accepted'
    : null;

/** Stores what became of a message to a recipient. What a server may have taken without a word stays in doubt. */
export function* settleRecipient(db: Db, id: string, settlement: MessageSettlement): Op<void> {
  const { outcome } = settlement;
  const none = { dueAt: null, attempts: null };
  if (outcome === 'sent') {
    yield* db.run(SETTLE, { id, state: 'sent', reason: null, ...none });
    yield* finishMailings(db, settlement.at);
    return;
  }
  const { reason, handedOverAt = null } = settlement;
  if (handedOverAt !== null) {
    yield* db.run(SETTLE, { id, state: 'in_doubt', reason, ...none });
    yield* finishMailings(db, handedOverAt);
    return;
  }
  yield* db.run(UNCOUNT, { id });
  if (outcome === 'retry') {
    const { dueAt, attempts = null } = settlement;
    const changed = yield* db.run(SETTLE, { id, state: 'waiting', reason, dueAt, attempts });
    if (changed === 1) yield* db.run(REOPEN, { id });
    return;
  }
  yield* db.run(SETTLE, { id, state: 'refused', reason, ...none });
  yield* finishMailings(db, settlement.at);
}

/** Ends mailings of which nobody waits any more. */
export function* finishMailings(db: Db, at: number): Op<void> {
  yield* db.run(FINISH, { at });
}
