import { randomBytes } from 'node:crypto';
import { PRIORITIES } from '../store/mail-store.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { hashMailboxOfList, hashToken } from './confirmation-rule.ts';
import { leaveTokenOf } from './list-secret.ts';

const SELECT_SECRET = sql("SELECT value FROM marks WHERE name = 'list_secret'").rows<{
  value: string;
}>();
const INSERT_SECRET = sql(
  "INSERT INTO marks (name, value, at) VALUES ('list_secret', {value:text}, {at:time}) ON CONFLICT DO NOTHING",
);
const INSERT = sql(`
  INSERT INTO outbox (id, kind, signup_id, payload, state, attempts, created_at, due_at, priority, mailbox)
  SELECT {id:text}, {kind:text}, {signupId:text}, {payload:json}, 'waiting', 0, {at:time}, {dueAt:time}, {priority:int}, {mailbox:text}
  FROM {each}`);
const DROP_WAITING = sql(`
  DELETE FROM outbox WHERE signup_id IN {ids:texts} AND kind IN ('invitation', 'declined') AND state = 'waiting'`);
const INSERT_LEAVE_TOKEN = sql(`
  INSERT INTO confirmations (token_hash, signup_id, code_hash, tries, created_at, expires_at)
  SELECT {hash:text}, {signupId:text}, '', 0, {at:time}, {at:time} FROM {each} WHERE true ON CONFLICT DO NOTHING`);

const SELECT_PERSONAL = sql(`SELECT signup_id AS "signupId" FROM outbox
  WHERE id = {id:text} AND kind IN ('invitation', 'declined') AND signup_id IS NOT NULL`).rows<{
  signupId: string;
}>();

/** Returns whom a message about a decision goes to; null for any other message. */
export function* personOf(db: Db, messageId: string): Op<string | null> {
  return (yield* db.get(SELECT_PERSONAL, { id: messageId }))?.signupId ?? null;
}

/** Returns the secret of the site's codes and links; null before the first message to the list. */
export function* readSecret(db: Db): Op<string | null> {
  return (yield* db.get(SELECT_SECRET, {}))?.value ?? null;
}

/** The same, and makes it if there is none. */
export function* listSecret(db: Db, at: number): Op<string> {
  yield* db.run(INSERT_SECRET, { value: randomBytes(32).toString('base64url'), at });
  return (yield* readSecret(db)) ?? '';
}

export interface PersonalMessage {
  id: string;
  kind: 'invitation' | 'declined';
  signupId: string;
  email: string;
  payload: object;
  at: number;
  /** Where its person asked for it. Otherwise the team did. */
  priority?: number;
  dueAt?: number;
}

/** Queues messages, in place of those about a decision that still wait for these people. */
export function* queuePersonal(db: Db, messages: readonly PersonalMessage[]): Op<void> {
  const [first] = messages;
  if (!first) return;
  const ids = messages.map(({ signupId }) => signupId);
  yield* openLeaveLinks(db, ids, first.at);
  yield* dropPersonal(db, ids);
  yield* db.each(
    INSERT,
    messages.map(({ email, ...message }) => {
      const turn = { priority: PRIORITIES.team.lowest, dueAt: message.at };
      return { ...turn, ...message, mailbox: hashMailboxOfList(email) };
    }),
  );
}

export function* dropPersonal(db: Db, ids: readonly string[]): Op<void> {
  yield* db.run(DROP_WAITING, { ids });
}

/**
 * Stores the tokens of the links that lead these people off the list. Messages have them from the time at which they wait, so that
 * a backup which is put back knows the links of what left meanwhile.
 */
export function* openLeaveLinks(db: Db, signupIds: readonly string[], at: number): Op<void> {
  const secret = yield* listSecret(db, at);
  yield* db.each(
    INSERT_LEAVE_TOKEN,
    signupIds.map((signupId) => ({
      hash: hashToken(leaveTokenOf(secret, signupId)),
      signupId,
      at,
    })),
  );
}
