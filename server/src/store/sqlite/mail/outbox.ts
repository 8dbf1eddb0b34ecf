import type { Database } from 'better-sqlite3';
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

type MessageRow = Omit<OutboxMessage, 'payload' | 'signup'> & {
  payload: string;
  signup: string | null;
  dueAt: number;
};

const WAITING = `
  SELECT outbox.id, kind, payload, attempts, outbox.created_at AS createdAt, handed_over_at AS handedOverAt,
    due_at AS dueAt,
    CASE WHEN signup_id IS NULL THEN NULL ELSE json_object('id', signup_id, 'name', name, 'email', email,
      'youtubeChannel', youtube_channel, 'useCase', use_case, 'signupType', signup_type,
      'language', language, 'createdAt', notifyme_signups.created_at) END AS signup
  FROM outbox LEFT JOIN notifyme_signups ON notifyme_signups.id = signup_id
  WHERE recipient = @recipient AND state = 'waiting'`;

/** The messages that wait, and what became of them. `settle` and `clear` run inside a transaction of the intake. */
export function prepareOutbox(db: Database) {
  const selectDue = db.prepare<
    [{ recipient: string; now: number; tooLate: number }],
    MessageRow
  >(`${WAITING} AND (due_at <= @now OR due_at > @tooLate)
     ORDER BY kind = 'confirmation', attempts, due_at, outbox.id LIMIT 1`);
  const selectFirst = db.prepare<[{ recipient: string }], MessageRow>(
    `${WAITING} ORDER BY outbox.id LIMIT 1`,
  );
  const selectDueAt = db
    .prepare<[string], number | null>(
      "SELECT min(due_at) FROM outbox WHERE recipient = ? AND state = 'waiting'",
    )
    .pluck();
  // Times in the future come from a clock that was wrong.
  const selectHandedOver = db
    .prepare<[{ recipient: string; now: number; skip: number }], number>(
      `SELECT handed_over_at FROM outbox WHERE recipient = @recipient AND handed_over_at <= @now
       ORDER BY handed_over_at DESC LIMIT 1 OFFSET @skip`,
    )
    .pluck();
  const selectSecrets = db
    .prepare<[string], string>(
      "SELECT payload FROM outbox WHERE id = ? AND kind = 'confirmation' AND state = 'waiting'",
    )
    .pluck();
  const start = db.prepare<[number, string]>(
    "UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ? AND state = 'waiting'",
  );
  const postpone = db.prepare(
    `UPDATE outbox SET due_at = @dueAt, reason = @reason, handed_over_at = coalesce(@handedOverAt, handed_over_at)
     WHERE id = @id AND state = 'waiting'`,
  );
  const setAside = db.prepare(
    `UPDATE outbox SET state = @outcome, payload = NULL, visitor_hash = NULL, settled_at = @at, reason = @reason,
       handed_over_at = coalesce(@handedOverAt, handed_over_at)
     WHERE id = @id AND state = 'waiting'`,
  );
  const finish = db.prepare(
    `UPDATE outbox SET state = 'sent', signup_id = NULL, visitor_hash = NULL, payload = NULL, settled_at = @at,
       handed_over_at = @at, reason = NULL
     WHERE id = @id AND state = 'waiting'`,
  );
  const extend = db.prepare<[number, string]>(
    'UPDATE confirmations SET expires_at = ? WHERE token_hash = ?',
  );
  const countStates = db.prepare<[], StateRow>(
    `SELECT state, count(*) AS count, min(created_at) AS since, max(settled_at) AS last,
       min(CASE WHEN reason IS NULL OR reason NOT GLOB '45[0-9]*' THEN created_at END) AS unanswered
     FROM outbox WHERE recipient = 'mail' GROUP BY state`,
  );
  const countReasons = db.prepare<[], MailReason>(
    `SELECT state, reason, count(*) AS count FROM outbox WHERE recipient = 'mail' AND reason IS NOT NULL
     GROUP BY state, reason ORDER BY count DESC, state, reason LIMIT ${MAX_REASONS}`,
  );
  const clearSettled = db.prepare<[number, number, number]>(
    `DELETE FROM outbox WHERE id IN
       (SELECT id FROM outbox WHERE ${clearableSql('?', '?', '?')} LIMIT ${MAX_CLEARED})`,
  );
  const markRemoved = db.prepare<[number]>(
    `UPDATE confirmations SET removed_at = ? WHERE token_hash IN
       (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at IS NULL LIMIT ${MAX_CLEARED})`,
  );
  const clearTokens = db.prepare<[number]>(
    `DELETE FROM confirmations WHERE token_hash IN
       (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at < ? LIMIT ${MAX_CLEARED})`,
  );

  /** Returns when the hourly limit of the recipient allows a message; null when it allows one now. */
  const freeAtOf = ({ recipient, now, hourly }: OutboxQueue): number | null =>
    hourly === null
      ? null
      : freeAt(selectHandedOver.get({ recipient, now, skip: hourly - 1 }) ?? null, now);

  /** The link and the code of a message are valid from the time at which somebody may have got it. */
  function startValidity(id: string, sentAt: number | null) {
    const payload = sentAt === null ? undefined : selectSecrets.get(id);
    if (sentAt === null || payload === undefined) return;
    const { token } = JSON.parse(payload) as Pick<ConfirmationRequest, 'token'>;
    extend.run(expiryOf(sentAt), hashToken(token));
  }

  return {
    next(queue: OutboxQueue): NextMessage {
      const { recipient, now } = queue;
      const tooLate = now + MAX_DELAY_MS;
      const free = freeAtOf(queue);
      const isMail = recipient === 'mail';
      const row = isMail
        ? selectDue.get({ recipient, now, tooLate })
        : selectFirst.get({ recipient });
      const dueAt = (isMail ? selectDueAt.get(recipient) : row?.dueAt) ?? null;
      if (!row || (row.dueAt > now && row.dueAt <= tooLate)) {
        return { message: null, dueAt, freeAt: free };
      }
      const { payload, signup, dueAt: _, ...rest } = row;
      const message = {
        ...rest,
        payload: JSON.parse(payload) as Record<string, unknown>,
        signup: signup === null ? null : (JSON.parse(signup) as MessageSignup),
      };
      return { message, dueAt, freeAt: free };
    },
    startAttempt: (id: string, dueAt: number): boolean => start.run(dueAt, id).changes === 1,
    settle(id: string, settlement: MessageSettlement): void {
      if (settlement.outcome === 'sent') {
        startValidity(id, settlement.at);
        finish.run({ id, at: settlement.at });
        return;
      }
      const { handedOverAt = null } = settlement;
      startValidity(id, handedOverAt);
      (settlement.outcome === 'retry' ? postpone : setAside).run({
        ...settlement,
        handedOverAt,
        id,
      });
    },
    state: (): MailState => toMailState(countStates.all()),
    reasons: () => countReasons.all(),
    /** Returns whether there may be more. */
    clear(now: number, keepMs: number): boolean {
      const settled = clearSettled.run(...clearableTimes(now)).changes;
      const removed = markRemoved.run(now).changes;
      const tokens = clearTokens.run(now - keepMs).changes;
      return [settled, removed, tokens].includes(MAX_CLEARED);
    },
  };
}
