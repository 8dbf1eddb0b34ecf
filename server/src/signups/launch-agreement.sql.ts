import { hashToken } from '../mail/confirmation-rule.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { LaunchAnswer } from '../store/store.ts';

const PUBLISH = sql(`
  INSERT INTO launch_texts (hash, language, kind, text, published_at)
  VALUES ({hash:text}, {language:text}, {kind:text}, {text:text}, {at:time}) ON CONFLICT DO NOTHING`);
const ANSWER = sql(`
  UPDATE notifyme_signups
  SET launch_text_hash = {hash:text}, launch_agreed_at = {agreedAt:time?}, launch_declined_at = {declinedAt:time?}
  WHERE id = {id:text}`);
const SELECT_TOKEN = sql(
  'SELECT signup_id AS "signupId" FROM confirmations WHERE token_hash = {hash:text}',
).rows<{ signupId: string | null }>();
// Of all signups of the address: only the mailbox's owner has the link, and strangers can make any of the others.
const DECLINE = sql(`
  UPDATE notifyme_signups SET launch_declined_at = {at:time}
  WHERE launch_declined_at IS NULL AND lower(email) = (SELECT lower(own.email) FROM notifyme_signups AS own
    JOIN confirmations ON signup_id = own.id WHERE token_hash = {hash:text})`);
const DROP_REQUESTS = sql(`
  DELETE FROM outbox WHERE kind = 'confirmation' AND state = 'waiting' AND signup_id IN
    (SELECT id FROM notifyme_signups WHERE lower(email) = (SELECT lower(own.email) FROM notifyme_signups AS own
      JOIN confirmations ON signup_id = own.id WHERE token_hash = {hash:text}))`);

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
  const hash = hashToken(token);
  const link = yield* db.get(SELECT_TOKEN, { hash });
  if (link?.signupId == null) return link ? 'removed' : 'unknown';
  yield* db.run(DECLINE, { hash, at });
  yield* db.run(DROP_REQUESTS, { hash });
  return 'declined';
}
