import type { ListDecision, RecipientState } from '#shared/list-values';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

/** Times are milliseconds since 1970. */
export interface ListHistory {
  decisions: {
    signupId: string;
    decision: ListDecision;
    decidedAt: number;
    decidedBy: string | null;
    note: string | null;
    toldAt: number | null;
  }[];
  invitations: {
    signupId: string;
    createdAt: number;
    expiresAt: number;
    sentAt: number | null;
    redeemedAt: number | null;
    withdrawnAt: number | null;
  }[];
  mailings: {
    signupId: string;
    mailingId: string;
    state: RecipientState;
    attemptedAt: number | null;
    reason: string | null;
  }[];
}

const DECISIONS = sql(`
  SELECT signup_id AS "signupId", decision, decided_at AS "decidedAt", decided_by AS "decidedBy", note, told_at AS "toldAt"
  FROM signup_decisions WHERE signup_id IN {ids:texts} ORDER BY decided_at`).rows<
  ListHistory['decisions'][number]
>();
const INVITATIONS = sql(`
  SELECT signup_id AS "signupId", created_at AS "createdAt", expires_at AS "expiresAt", sent_at AS "sentAt",
    redeemed_at AS "redeemedAt", withdrawn_at AS "withdrawnAt"
  FROM invitations WHERE signup_id IN {ids:texts} ORDER BY created_at`).rows<
  ListHistory['invitations'][number]
>();
const MAILINGS = sql(`
  SELECT signup_id AS "signupId", mailing_id AS "mailingId", state, attempted_at AS "attemptedAt", reason
  FROM mailing_recipients WHERE signup_id IN {ids:texts} ORDER BY attempted_at`).rows<
  ListHistory['mailings'][number]
>();

/** Returns what was decided about people and sent to them, for a request of theirs. */
export function* readListHistory(db: Db, ids: readonly string[]): Op<ListHistory> {
  return {
    decisions: yield* db.all(DECISIONS, { ids }),
    invitations: yield* db.all(INVITATIONS, { ids }),
    mailings: yield* db.all(MAILINGS, { ids }),
  };
}

// The decision of which a message has left comes first, and then the latest.
const MOVE_DECISION = sql(`
  INSERT INTO signup_decisions (signup_id, decision, decided_at, decided_by, note, told_at)
  SELECT {keep:text}, decision, decided_at, decided_by, note, told_at FROM signup_decisions
  WHERE signup_id IN {ids:texts} AND EXISTS (SELECT 1 FROM notifyme_signups WHERE id = {keep:text} AND signup_type = 'beta')
  ORDER BY told_at IS NULL, decided_at DESC LIMIT 1
  ON CONFLICT DO NOTHING`);
const MOVE_INVITATIONS = sql(`
  UPDATE invitations SET signup_id = {keep:text} WHERE signup_id IN {ids:texts}
    AND NOT EXISTS (SELECT 1 FROM invitations AS own WHERE own.signup_id = {keep:text})`);
/** Who had a mailing under one address waits for none under another. */
const DROP_WAITING = sql(`
  DELETE FROM mailing_recipients WHERE signup_id IN {all:texts} AND state IN ('waiting', 'refused')
    AND EXISTS (SELECT 1 FROM mailing_recipients AS had WHERE had.signup_id IN {all:texts} AND had.state IN ('sent', 'in_doubt'))`);
const MOVE_RECIPIENTS = sql(`
  UPDATE mailing_recipients SET signup_id = {keep:text}
  WHERE message_id IN (SELECT min(message_id) FROM mailing_recipients WHERE signup_id IN {ids:texts} GROUP BY mailing_id)
    AND NOT EXISTS (SELECT 1 FROM mailing_recipients AS own
      WHERE own.signup_id = {keep:text} AND own.mailing_id = mailing_recipients.mailing_id)`);

/** Brings what was decided about signups of a person, and sent to them, to the one that stays. */
export function* mergePeople(db: Db, keep: string, ids: readonly string[]): Op<void> {
  yield* db.run(MOVE_DECISION, { keep, ids });
  yield* db.run(MOVE_INVITATIONS, { keep, ids });
  yield* db.run(DROP_WAITING, { all: [keep, ...ids] });
  yield* db.run(MOVE_RECIPIENTS, { keep, ids });
}
