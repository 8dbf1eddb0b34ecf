import type { MessageSettlement } from '../store/mail-store.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { NO_MAILBOX } from './outbox/outbox-rule.ts';

/** SQL for signups that may get mail which they did not ask for: there is a mailbox, nobody complained, and none is restricted. */
export const TAKES_MAIL =
  'undeliverable_at IS NULL AND complained_at IS NULL AND restricted_at IS NULL' as const;

const OF_MESSAGE =
  `id IN (SELECT signup_id FROM outbox WHERE id = {messageId:text} AND recipient = 'mail'
    UNION ALL SELECT signup_id FROM mailing_recipients WHERE message_id = {messageId:text})` as const;
// What the server said of an unconfirmed one is shown with the question that it refused.
const MARK = sql(`
  UPDATE notifyme_signups SET undeliverable_at = {at:time}
  WHERE ${OF_MESSAGE} AND undeliverable_at IS NULL AND confirmed_at IS NOT NULL`);
const CLEAR_OF_MESSAGE = sql(`
  UPDATE notifyme_signups SET undeliverable_at = NULL WHERE ${OF_MESSAGE} AND undeliverable_at IS NOT NULL`);
const CLEAR = sql(`
  UPDATE notifyme_signups SET undeliverable_at = NULL WHERE id IN {ids:texts} AND undeliverable_at IS NOT NULL`);

/** Notes what the answer to a message says of its receiver's address: that it takes mail, or that there is no such mailbox. */
export function* noteAnswer(db: Db, messageId: string, settlement: MessageSettlement): Op<void> {
  if (settlement.outcome === 'sent') yield* db.run(CLEAR_OF_MESSAGE, { messageId });
  else if (settlement.outcome === 'refused' && NO_MAILBOX.test(settlement.reason))
    yield* db.run(MARK, { messageId, at: settlement.at });
}

/** Notes that somebody uses the addresses of these signups, whatever a server said before. */
export function* noteUse(db: Db, ids: readonly string[]): Op<void> {
  if (ids.length > 0) yield* db.run(CLEAR, { ids });
}
