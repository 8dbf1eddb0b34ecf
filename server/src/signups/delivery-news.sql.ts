import type { DeliveryState } from '#shared/growth-queries';
import { foldEmail } from '../lib/fold-email.ts';
import { readMessageId } from '../mail/message-id.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { LOCK_ADDRESSES } from './lock-addresses.sql.ts';

/** What somebody reports of an address, or of a message by its `Message-ID`. */
export type DeliveryNews = ({ email: string } | { messageId: string }) & {
  state: DeliveryState;
  at: number;
};

const SELECT_EMAIL = sql('SELECT email FROM notifyme_signups WHERE id = {id:text}').rows<{
  email: string;
}>();
const RECORD = sql(`
  UPDATE notifyme_signups SET
    undeliverable_at = CASE {state:text} WHEN 'fine' THEN NULL
      WHEN 'bounced' THEN coalesce(undeliverable_at, {at:time}) ELSE undeliverable_at END,
    complained_at = CASE {state:text} WHEN 'fine' THEN NULL
      WHEN 'complained' THEN coalesce(complained_at, {at:time}) ELSE complained_at END
  WHERE lower(email) = lower({email:text})`);
/** Who has not had a mailing can be in another one. */
const MARK_BOUNCED = sql(`
  UPDATE mailing_recipients SET state = 'refused', reason = 'it bounced'
  WHERE message_id = {id:text} AND signup_id = {signupId:text} AND state IN ('in_doubt', 'sent')`);

/**
 * Records what became of mail later, for all signups of an address. `bounced`: there is no such mailbox. `complained`: no
 * mailing goes there again, even if somebody signs up again. `fine` ends both. Returns false if no signup is known.
 */
export function* recordDelivery(db: Db, news: DeliveryNews): Op<boolean> {
  const { state, at } = news;
  yield* db.all(LOCK_ADDRESSES, {});
  const message = 'messageId' in news ? readMessageId(news.messageId) : null;
  const email =
    'email' in news
      ? foldEmail(news.email)
      : (yield* db.get(SELECT_EMAIL, { id: message?.signupId ?? '' }))?.email;
  if (email === undefined) return false;
  const found = yield* db.run(RECORD, { email, state, at }); // first, as settleMessage locks them
  if (message && state === 'bounced') yield* db.run(MARK_BOUNCED, message);
  return found > 0;
}
