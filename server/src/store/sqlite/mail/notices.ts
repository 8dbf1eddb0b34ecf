import type { Database } from 'better-sqlite3';
import type { NewNotice, WebhookState } from '../../mail-store.ts';
import { hashToken } from '../../rules/confirmation-rule.ts';

/** Puts messages to webhooks and to fixed addresses into the outbox. Runs inside a transaction of the intake. */
export function prepareNotices(db: Database) {
  const insert = db.prepare(
    `INSERT INTO outbox (id, kind, recipient, signup_id, visitor_hash, payload, state, attempts, created_at, due_at)
     SELECT @id, @kind, @recipient, @signupId, @visitorHash, @payload, 'waiting', 0, @at, @at
     WHERE NOT EXISTS (SELECT 1 FROM webhooks_off WHERE recipient = @recipient)`,
  );
  const dropOfVisitor = db.prepare<[string]>('DELETE FROM outbox WHERE visitor_hash = ?');
  return {
    /** @param signupId deleting this signup deletes the messages */
    queue(notices: readonly NewNotice[], signupId: string | null = null) {
      for (const { id, kind, recipient, payload, consentId, at } of notices) {
        insert.run({
          id,
          kind,
          recipient,
          signupId,
          visitorHash: consentId ? hashToken(consentId) : null,
          payload: JSON.stringify(payload),
          at,
        });
      }
    },
    /** Deletes the messages that rely on a consent that was withdrawn. */
    dropOf: (consentId: string) => void dropOfVisitor.run(hashToken(consentId)),
  };
}

/** Which webhooks are switched off, and what waits for them. `off` and `forget` run inside a transaction. */
export function prepareWebhooks(db: Database) {
  const insertOff = db.prepare<[string, number]>(
    'INSERT INTO webhooks_off (recipient, at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const dropWaiting = db.prepare<[string]>(
    "DELETE FROM outbox WHERE recipient = ? AND state = 'waiting'",
  );
  const dropStray = db.prepare<[string]>(
    `DELETE FROM outbox WHERE recipient <> 'mail' AND recipient NOT IN (SELECT value FROM json_each(?))`,
  );
  const forgetOff = db.prepare<[string]>(
    'DELETE FROM webhooks_off WHERE recipient NOT IN (SELECT value FROM json_each(?))',
  );
  const selectStates = db.prepare<[], WebhookState>(
    `SELECT recipient, coalesce(sum(state = 'waiting'), 0) AS waiting,
       min(CASE state WHEN 'waiting' THEN created_at END) AS waitingSince,
       coalesce(sum(state = 'given_up'), 0) AS givenUp,
       (SELECT at FROM webhooks_off AS off WHERE off.recipient = known.recipient) AS offSince,
       (SELECT reason FROM outbox AS first WHERE first.recipient = known.recipient AND first.state = 'waiting'
        ORDER BY id LIMIT 1) AS reason
     FROM (SELECT DISTINCT recipient FROM outbox UNION SELECT recipient FROM webhooks_off) AS known
     LEFT JOIN outbox USING (recipient) WHERE recipient <> 'mail' GROUP BY recipient ORDER BY recipient`,
  );
  return {
    off(recipient: string, at: number) {
      insertOff.run(recipient, at);
      dropWaiting.run(recipient);
    },
    forget(recipients: readonly string[]) {
      const list = JSON.stringify(recipients);
      forgetOff.run(list);
      dropStray.run(list);
    },
    states: () => selectStates.all(),
  };
}
