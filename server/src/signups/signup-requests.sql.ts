import { foldEmail } from '../lib/fold-email.ts';
import { forgetUnsent } from '../list/invitations.sql.ts';
import { hashMailbox, hashMailboxOfList } from '../mail/confirmation-rule.ts';
import { queueRemoved } from '../mail/outbox/notices.sql.ts';
import { type Actor, recordAudit } from '../store/audit-entries.sql.ts';
import type { RemovedSignup, ToldOfRemoved } from '../store/mail-store.ts';
import { SIGNUP } from '../store/signup-columns.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { Signup } from '../store/store.ts';
import { LOCK_ADDRESSES } from './lock-addresses.sql.ts';
import { keepProofs, PROVEN, type Proven } from './signup-proofs.sql.ts';

/**
 * Whether an address may differ from its stored form, for any reason but ASCII capitals. What is neither ASCII nor blank
 * is left to ../lib/fold-email.ts, because each database folds such letters in its own way.
 */
const UNUSUAL = {
  sqlite: `(email GLOB '*[^!-~]*' OR email GLOB '*[?:]*' OR email GLOB '[^A-Za-z0-9]*' OR email GLOB '*[^A-Za-z0-9]'
    OR email LIKE '%xn--%')`,
  postgres: "email ~ '[^!-~]|[?:]|^[^A-Za-z0-9]|[^A-Za-z0-9]$|[Xx][Nn]--'",
} as const;
const found = <const Unusual extends string>(unusual: Unusual) =>
  `SELECT id, ${SIGNUP} FROM notifyme_signups WHERE lower(email) = {folded:text} OR ${unusual} ORDER BY created_at, id` as const;
const SELECT = sql({
  sqlite: found(UNUSUAL.sqlite),
  postgres: found(UNUSUAL.postgres),
}).rows<Signup>();
const REMOVE = sql(
  `DELETE FROM notifyme_signups WHERE id IN {ids:texts}
  RETURNING id, ${PROVEN}, signup_type AS "signupType", created_at AS "createdAt"`,
).rows<RemovedSignup & Proven>();
const RESTRICT = sql(
  'UPDATE notifyme_signups SET restricted_at = {at:time?} WHERE id IN {ids:texts}',
);
const DROP_WAITING = sql("DELETE FROM outbox WHERE state = 'waiting' AND signup_id IN {ids:texts}");
const FORGET_MAILBOXES = sql(
  "UPDATE outbox SET mailbox = NULL WHERE mailbox IN {mailboxes:texts} AND state <> 'waiting'",
);

/**
 * Finds the signups of an e-mail address for a data request. Rows that were imported, or come from an older version of
 * the program, may hold any spelling. So all unusual ones are compared here, by the rule of ../lib/fold-email.ts.
 */
export function* readSignups(db: Db, email: string): Op<Signup[]> {
  const folded = foldEmail(email);
  const rows = yield* db.all(SELECT, { folded });
  return rows.filter((row) => foldEmail(row.email) === folded);
}

/** Erases the signups of an address and adds this to the audit. Returns how many were erased. */
export function* eraseSignups(db: Db, email: string, at: number, told?: ToldOfRemoved): Op<number> {
  const ids = (yield* readSignups(db, email)).map(({ id }) => id);
  return yield* eraseByIds(db, ids, at, told);
}

/**
 * Restricts the signups of an address (Art. 18 GDPR), or ends that, and adds this to the audit. What waits to be sent to them, or to be
 * told of them, is dropped. Returns how many there are.
 */
export function* restrictSignups(db: Db, email: string, at: number, isOn: boolean): Op<number> {
  // A signup of the address that is being stored must not stay unrestricted.
  yield* db.all(LOCK_ADDRESSES, {});
  const ids = (yield* readSignups(db, email)).map(({ id }) => id);
  yield* db.run(RESTRICT, { ids, at: isOn ? at : null });
  if (isOn) {
    yield* db.run(DROP_WAITING, { ids });
    // Who got no invitation is invited with the next ones, once this ends.
    yield* forgetUnsent(db, ids);
  }
  const signups = ids.length;
  yield* recordAudit(db, { at, kind: isOn ? 'restrict' : 'lift', counts: { signups } });
  return signups;
}

/** Erases one signup and adds this to the audit. */
export function* eraseSignup(
  db: Db,
  id: string,
  at: number,
  told?: ToldOfRemoved,
  by?: Actor,
): Op<'erased' | 'not_found'> {
  return (yield* eraseByIds(db, [id], at, told, by)) === 1 ? 'erased' : 'not_found';
}

export function* eraseByIds(
  db: Db,
  ids: readonly string[],
  at: number,
  told?: ToldOfRemoved,
  by?: Actor,
): Op<number> {
  const erased = yield* db.all(REMOVE, { ids });
  const mailboxes = erased.flatMap(({ email }) => [hashMailbox(email), hashMailboxOfList(email)]);
  yield* db.run(FORGET_MAILBOXES, { mailboxes });
  yield* keepProofs(db, erased, at);
  yield* queueRemoved(db, erased, told);
  const signups = erased.length;
  if (signups > 0) yield* recordAudit(db, { at, kind: 'erase', counts: { signups } }, by);
  return signups;
}
