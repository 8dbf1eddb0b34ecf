import type { NewNotice } from '../mail-store.ts';
import { hashToken } from '../rules/confirmation-rule.ts';
import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';

const INSERT = sql(`
  INSERT INTO outbox (id, kind, recipient, signup_id, visitor_hash, payload, state, attempts, created_at, due_at)
  SELECT {id:text}, {kind:text}, {recipient:text}, {signupId:text?}, {visitorHash:text?}, {payload:json}, 'waiting', 0,
    {at:time}, {at:time} FROM {each}
  WHERE NOT EXISTS (SELECT 1 FROM webhooks_off WHERE recipient = {recipient:text})`);

/**
 * Puts messages to webhooks and to fixed addresses into the outbox. Deleting the signup of a message deletes the message.
 */
export const queueNotices = (
  db: Db,
  notices: readonly (NewNotice & { signupId?: string })[],
): Op<void> =>
  db.each(
    INSERT,
    notices.map(({ consentId, signupId = null, ...notice }) => ({
      ...notice,
      signupId,
      visitorHash: consentId ? hashToken(consentId) : null,
    })),
  );
