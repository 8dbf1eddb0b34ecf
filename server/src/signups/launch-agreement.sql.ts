import { hashToken } from '../mail/confirmation-rule.ts';
import { recordAudit } from '../store/audit-entries.sql.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { LaunchAnswer } from '../store/store.ts';
import { readSignups } from './signup-requests.sql.ts';

const PUBLISH = sql(`
  INSERT INTO launch_texts (hash, language, kind, text, published_at)
  VALUES ({hash:text}, {language:text}, {kind:text}, {text:text}, {at:time}) ON CONFLICT DO NOTHING`);
const ANSWER = sql(`
  UPDATE notifyme_signups
  SET launch_text_hash = {hash:text}, launch_agreed_at = {agreedAt:time?}, launch_declined_at = {declinedAt:time?}
  WHERE id = {id:text}`);
const SELECT_LINKED = sql(`
  SELECT email FROM confirmations LEFT JOIN notifyme_signups AS signups ON signups.id = signup_id
  WHERE token_hash = {hash:text}`).rows<{ email: string | null }>();
// Of all signups of the address: only the mailbox's owner has the link, and strangers can make any of the others.
const DECLINE = sql(`
  UPDATE notifyme_signups SET launch_declined_at = {at:time}
  WHERE launch_declined_at IS NULL AND lower(email) = lower({email:text})`);
const DROP_REQUESTS = sql(`
  DELETE FROM outbox WHERE kind = 'confirmation' AND state = 'waiting' AND signup_id IN
    (SELECT id FROM notifyme_signups WHERE lower(email) = lower({email:text}))`);

/** Stores what somebody answered, in the transaction of the press that confirms the signup. */
export function* recordLaunchAnswer(
  db: Db,
  id: string,
  { shown, agreed }: LaunchAnswer,
  at: number,
): Op<void> {
  yield* db.run(PUBLISH, { ...shown, at });
  const times = { agreedAt: agreed ? at : null, declinedAt: agreed ? null : at };
  yield* db.run(ANSWER, { id, hash: shown.hash, ...times });
}

/** Withdraws from the message at the launch, and from requests for a confirmation. The signup stays. */
export function* declineLaunch(
  db: Db,
  token: string,
  at: number,
): Op<'declined' | 'removed' | 'unknown'> {
  const linked = yield* db.get(SELECT_LINKED, { hash: hashToken(token) });
  if (linked?.email == null) return linked ? 'removed' : 'unknown';
  yield* declineOf(db, linked.email, at);
  return 'declined';
}

/** The same for who writes to the operator; the audit has it. Returns how many signups the address has. */
export function* declineLaunchOf(db: Db, email: string, at: number): Op<number> {
  const signups = yield* readSignups(db, email);
  for (const stored of new Set(signups.map((one) => one.email))) yield* declineOf(db, stored, at);
  yield* recordAudit(db, { at, kind: 'decline', counts: { signups: signups.length } });
  return signups.length;
}

function* declineOf(db: Db, email: string, at: number): Op<void> {
  yield* db.run(DECLINE, { email, at });
  yield* db.run(DROP_REQUESTS, { email });
}
