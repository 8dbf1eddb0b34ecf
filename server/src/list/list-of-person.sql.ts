import { discountCodeOf, hasCode } from '../mail/list-secret.ts';
import { readSecret } from '../mail/personal-messages.sql.ts';
import { LAUNCH_TEXT } from '../store/signup-columns.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

/** What is shown of a signup, and read by nobody here. Times are milliseconds since 1970. */
type Row = { signupId: string } & Readonly<Record<string, unknown>>;

export interface ListHistory {
  /** What a signup holds that its person did not enter. */
  addresses: (Row & { discountCode: string | null })[];
  /** The messages that asked for a confirmation, and how many wrong codes were tried. */
  confirmations: Row[];
  /** Messages that have not left, and why: what the mail server answered. */
  unsent: Row[];
  decisions: Row[];
  invitations: Row[];
  /** What the team did with them, without who did it. */
  acts: Row[];
  mailings: Row[];
}

const ADDRESSES = sql(`
  SELECT id AS "signupId", undeliverable_at AS "undeliverableAt", complained_at AS "complainedAt", asked_at AS "askedAt", restricted_at AS "restrictedAt",
    launch_agreed_at AS "launchAgreedAt", launch_declined_at AS "launchDeclinedAt", launch_text_hash AS "launchTextHash",
    ${LAUNCH_TEXT} AS "launchText", wording_hash AS "wordingHash", signup_type AS "signupType",
    (SELECT decision FROM signup_decisions WHERE signup_id = notifyme_signups.id) AS decision
  FROM notifyme_signups WHERE id IN {ids:texts}`).rows<Row & Parameters<typeof hasCode>[0]>();
// Links to leave have no code.
const CONFIRMATIONS = sql(`
  SELECT signup_id AS "signupId", created_at AS "createdAt", expires_at AS "expiresAt", tries
  FROM confirmations WHERE signup_id IN {ids:texts} AND code_hash <> '' ORDER BY created_at`).rows<Row>();
const UNSENT = sql(`
  SELECT signup_id AS "signupId", kind, state, attempts, created_at AS "createdAt", handed_over_at AS "handedOverAt", reason
  FROM outbox WHERE signup_id IN {ids:texts} AND recipient = 'mail' ORDER BY id`).rows<Row>();
const DECISIONS = sql(`
  SELECT signup_id AS "signupId", decision, decided_at AS "decidedAt", note, told_at AS "toldAt"
  FROM signup_decisions WHERE signup_id IN {ids:texts} ORDER BY decided_at`).rows<Row>();
const INVITATIONS = sql(`
  SELECT signup_id AS "signupId", created_at AS "createdAt", expires_at AS "expiresAt", sent_at AS "sentAt",
    redeemed_at AS "redeemedAt", withdrawn_at AS "withdrawnAt", by_person AS "byPerson"
  FROM invitations WHERE signup_id IN {ids:texts} ORDER BY created_at`).rows<Row>({
  byPerson: 'flag',
});
const MAILINGS = sql(`
  SELECT signup_id AS "signupId", mailing_id AS "mailingId", state, attempts, attempted_at AS "attemptedAt", reason
  FROM mailing_recipients WHERE signup_id IN {ids:texts} ORDER BY attempted_at`).rows<Row>();
const ACTS = sql(`
  SELECT signup_id AS "signupId", at, kind FROM audit WHERE signup_id IN {ids:texts} ORDER BY id`).rows<Row>();

/** Returns what was decided about people and sent to them, and what came back, for a request of theirs. */
export function* readListHistory(db: Db, ids: readonly string[]): Op<ListHistory> {
  const secret = yield* readSecret(db);
  const addresses = (yield* db.all(ADDRESSES, { ids })).map(
    ({ signupType, decision, ...kept }) => ({
      ...kept,
      discountCode:
        secret !== null && hasCode({ signupType, decision })
          ? discountCodeOf(secret, kept.signupId)
          : null,
    }),
  );
  return {
    addresses,
    confirmations: yield* db.all(CONFIRMATIONS, { ids }),
    unsent: yield* db.all(UNSENT, { ids }),
    decisions: yield* db.all(DECISIONS, { ids }),
    invitations: yield* db.all(INVITATIONS, { ids }),
    acts: yield* db.all(ACTS, { ids }),
    mailings: yield* db.all(MAILINGS, { ids }),
  };
}
