import type { Pool } from 'pg';
import type { NewNotice, ToldOfRemoved, WebhookState } from '../../mail-store.ts';
import { hashToken } from '../../rules/confirmation-rule.ts';
import { toTimestamp } from '../connection/column-types.ts';
import { ask, type Transaction } from '../connection/transaction.ts';

export interface NoticeOfSignup {
  notice: NewNotice;
  /** Deleting this signup deletes the message. */
  signupId: string | null;
}

/** Puts messages to webhooks and to fixed addresses into the outbox. */
export async function queueNotices(
  tx: Transaction,
  rows: readonly NoticeOfSignup[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = <T>(read: (notice: NewNotice) => T) => rows.map(({ notice }) => read(notice));
  await tx.query(
    `INSERT INTO outbox (id, kind, recipient, signup_id, visitor_hash, payload, state, attempts, created_at, due_at)
     SELECT id, kind, recipient, signup_id, visitor_hash, payload, 'waiting', 0, at, at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::json[], $7::timestamptz[])
       AS rows (id, kind, recipient, signup_id, visitor_hash, payload, at)
     WHERE NOT EXISTS (SELECT 1 FROM webhooks_off WHERE webhooks_off.recipient = rows.recipient)`,
    [
      column(({ id }) => id),
      column(({ kind }) => kind),
      column(({ recipient }) => recipient),
      rows.map(({ signupId }) => signupId),
      column(({ consentId }) => (consentId ? hashToken(consentId) : null)),
      column(({ payload }) => JSON.stringify(payload)),
      column(({ at }) => toTimestamp(at)),
    ],
  );
}

/** Tells of signups that were removed. */
export const queueRemoved = (
  tx: Transaction,
  removed: readonly Parameters<ToldOfRemoved>[0][],
  told: ToldOfRemoved = () => [],
): Promise<void> =>
  queueNotices(
    tx,
    removed.flatMap(told).map((notice) => ({ notice, signupId: null })),
  );

/** Deletes the messages that rely on consents that were withdrawn. */
export async function dropNoticesOf(tx: Transaction, consentIds: readonly string[]): Promise<void> {
  if (consentIds.length === 0) return;
  await tx.query('DELETE FROM outbox WHERE visitor_hash = ANY($1::text[])', [
    consentIds.map(hashToken),
  ]);
}

export async function switchOff(tx: Transaction, recipient: string, at: number): Promise<void> {
  await tx.query(
    'INSERT INTO webhooks_off (recipient, at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [recipient, toTimestamp(at)],
  );
  await tx.query(`DELETE FROM outbox WHERE recipient = $1 AND state = 'waiting'`, [recipient]);
}

export async function forgetSwitchedOff(
  tx: Transaction,
  recipients: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM webhooks_off WHERE recipient <> ALL ($1::text[])', [recipients]);
  await tx.query(`DELETE FROM outbox WHERE recipient <> 'mail' AND recipient <> ALL ($1::text[])`, [
    recipients,
  ]);
}

export const webhookStates = (pool: Pool): Promise<WebhookState[]> =>
  ask<WebhookState>(
    pool,
    `SELECT recipient, count(id) FILTER (WHERE state = 'waiting') AS waiting,
       min(created_at) FILTER (WHERE state = 'waiting') AS "waitingSince",
       count(id) FILTER (WHERE state = 'given_up') AS "givenUp",
       (SELECT at FROM webhooks_off AS off WHERE off.recipient = known.recipient) AS "offSince",
       (SELECT reason FROM outbox AS first WHERE first.recipient = known.recipient AND first.state = 'waiting'
        ORDER BY id LIMIT 1) AS reason
     FROM (SELECT recipient FROM outbox UNION SELECT recipient FROM webhooks_off) AS known
     LEFT JOIN outbox USING (recipient) WHERE recipient <> 'mail' GROUP BY recipient ORDER BY recipient`,
  );
