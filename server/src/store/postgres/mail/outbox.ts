import type { Pool } from 'pg';
import type {
  ConfirmationRequest,
  MailReason,
  MailState,
  MessageSettlement,
  MessageSignup,
  NextMessage,
  OutboxMessage,
  OutboxQueue,
} from '../../mail-store.ts';
import { expiryOf, hashToken, MAX_DELAY_MS } from '../../rules/confirmation-rule.ts';
import {
  clearableSql,
  clearableTimes,
  freeAt,
  MAX_CLEARED,
  MAX_REASONS,
  type StateRow,
  toMailState,
} from '../../rules/outbox-rule.ts';
import { toTimestamp, toTimestampOrNull } from '../connection/column-types.ts';
import { ask, type Transaction } from '../connection/transaction.ts';

type MessageRow = Omit<OutboxMessage, 'signup'> &
  Omit<MessageSignup, 'id' | 'createdAt'> & {
    dueAt: number;
    signupId: string | null;
    signedUpAt: number;
  };

export async function nextMessage(pool: Pool, queue: OutboxQueue): Promise<NextMessage> {
  const { recipient, now } = queue;
  const tooLate = now + MAX_DELAY_MS;
  const isMail = recipient === 'mail';
  const [row] = await ask<MessageRow>(
    pool,
    `SELECT outbox.id, kind, payload, attempts, outbox.created_at AS "createdAt", handed_over_at AS "handedOverAt",
       due_at AS "dueAt", signup_id AS "signupId", name, email, youtube_channel AS "youtubeChannel",
       use_case AS "useCase", signup_type AS "signupType", language, signups.created_at AS "signedUpAt"
     FROM outbox LEFT JOIN notifyme_signups AS signups ON signups.id = signup_id
     WHERE recipient = $1 AND state = 'waiting'
       ${isMail ? "AND (due_at <= $2 OR due_at > $3) ORDER BY kind = 'confirmation', attempts, due_at, outbox.id" : 'ORDER BY outbox.id'} LIMIT 1`,
    isMail ? [recipient, toTimestamp(now), toTimestamp(tooLate)] : [recipient],
  );
  const dueAt = isMail ? await firstDueAt(pool, recipient) : (row?.dueAt ?? null);
  const free = await freeAtOf(pool, queue);
  if (!row || (row.dueAt > now && row.dueAt <= tooLate))
    return { message: null, dueAt, freeAt: free };
  const { id, kind, payload, attempts, createdAt, handedOverAt } = row;
  const { signupId, name, email, youtubeChannel, useCase, signupType, language, signedUpAt } = row;
  const said = { name, email, youtubeChannel, useCase, signupType, language };
  const person = { ...said, createdAt: signedUpAt };
  const signup = signupId === null ? null : { id: signupId, ...person };
  return {
    message: { id, kind, payload, attempts, createdAt, handedOverAt, signup },
    dueAt,
    freeAt: free,
  };
}

async function firstDueAt(pool: Pool, recipient: string): Promise<number | null> {
  const [row] = await ask<{ dueAt: number | null }>(
    pool,
    `SELECT min(due_at) AS "dueAt" FROM outbox WHERE recipient = $1 AND state = 'waiting'`,
    [recipient],
  );
  return row?.dueAt ?? null;
}

/** Returns when the hourly limit of the recipient allows a message; null when it allows one now. */
async function freeAtOf(
  pool: Pool,
  { recipient, now, hourly }: OutboxQueue,
): Promise<number | null> {
  if (hourly === null) return null;
  // Times in the future come from a clock that was wrong.
  const [row] = await ask<{ handedOverAt: number }>(
    pool,
    `SELECT handed_over_at AS "handedOverAt" FROM outbox WHERE recipient = $1 AND handed_over_at <= $2
     ORDER BY handed_over_at DESC LIMIT 1 OFFSET $3`,
    [recipient, toTimestamp(now), hourly - 1],
  );
  return freeAt(row?.handedOverAt ?? null, now);
}

export async function startAttempt(tx: Transaction, id: string, dueAt: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE outbox SET attempts = attempts + 1, due_at = $2 WHERE id = $1 AND state = 'waiting'",
    [id, toTimestamp(dueAt)],
  );
  return rowCount === 1;
}

export async function settleMessage(
  tx: Transaction,
  id: string,
  settlement: MessageSettlement,
): Promise<void> {
  if (settlement.outcome === 'sent') {
    await startValidity(tx, id, settlement.at);
    await tx.query(
      `UPDATE outbox SET state = 'sent', signup_id = NULL, visitor_hash = NULL, payload = NULL, settled_at = $2,
         handed_over_at = $2, reason = NULL
       WHERE id = $1 AND state = 'waiting'`,
      [id, toTimestamp(settlement.at)],
    );
    return;
  }
  const { reason, handedOverAt = null } = settlement;
  await startValidity(tx, id, handedOverAt);
  const values = [id, reason, toTimestampOrNull(handedOverAt)];
  if (settlement.outcome === 'retry') {
    await tx.query(
      `UPDATE outbox SET reason = $2, handed_over_at = coalesce($3::timestamptz, handed_over_at), due_at = $4
       WHERE id = $1 AND state = 'waiting'`,
      [...values, toTimestamp(settlement.dueAt)],
    );
    return;
  }
  await tx.query(
    `UPDATE outbox SET reason = $2, handed_over_at = coalesce($3::timestamptz, handed_over_at), state = $4,
       payload = NULL, visitor_hash = NULL, settled_at = $5
     WHERE id = $1 AND state = 'waiting'`,
    [...values, settlement.outcome, toTimestamp(settlement.at)],
  );
}

/** The link and the code of a message are valid from the time at which somebody may have got it. */
async function startValidity(tx: Transaction, id: string, sentAt: number | null) {
  if (sentAt === null) return;
  const { rows } = await tx.query<{ payload: Pick<ConfirmationRequest, 'token'> }>(
    "SELECT payload FROM outbox WHERE id = $1 AND kind = 'confirmation' AND state = 'waiting' FOR UPDATE",
    [id],
  );
  const [row] = rows;
  if (!row) return;
  await tx.query('UPDATE confirmations SET expires_at = $2 WHERE token_hash = $1', [
    hashToken(row.payload.token),
    toTimestamp(expiryOf(sentAt)),
  ]);
}

export async function mailState(pool: Pool): Promise<MailState> {
  const states = await ask<StateRow>(
    pool,
    `SELECT state, count(*) AS count, min(created_at) AS since, max(settled_at) AS last,
       min(created_at) FILTER (WHERE reason IS NULL OR reason !~ '^45[0-9]') AS unanswered
     FROM outbox WHERE recipient = 'mail' GROUP BY state`,
  );
  return toMailState(states);
}

export const mailReasons = (pool: Pool): Promise<MailReason[]> =>
  ask<MailReason>(
    pool,
    `SELECT state, reason, count(*) AS count FROM outbox WHERE recipient = 'mail' AND reason IS NOT NULL
     GROUP BY state, reason ORDER BY count DESC, state, reason LIMIT ${MAX_REASONS}`,
  );

/** Returns whether there may be more. */
export async function clearMail(tx: Transaction, now: number, keepMs: number): Promise<boolean> {
  const settled = await tx.query(
    `DELETE FROM outbox WHERE id IN
       (SELECT id FROM outbox WHERE ${clearableSql('$1::timestamptz', '$2::timestamptz', '$3::timestamptz')} LIMIT ${MAX_CLEARED})`,
    clearableTimes(now).map(toTimestamp),
  );
  const removed = await tx.query(
    `UPDATE confirmations SET removed_at = $1 WHERE token_hash IN
       (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at IS NULL LIMIT ${MAX_CLEARED})`,
    [toTimestamp(now)],
  );
  const tokens = await tx.query(
    `DELETE FROM confirmations WHERE token_hash IN
       (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at < $1 LIMIT ${MAX_CLEARED})`,
    [toTimestamp(now - keepMs)],
  );
  return [settled, removed, tokens].some(({ rowCount }) => rowCount === MAX_CLEARED);
}
