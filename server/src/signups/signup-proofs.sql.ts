import { foldEmail } from '../lib/fold-email.ts';
import type { Share } from '../lib/share-rule.ts';
import { proofHashOf } from '../mail/list-secret.ts';
import { listSecret, readSecret } from '../mail/personal-messages.sql.ts';
import { LAUNCH_TEXT } from '../store/signup-columns.ts';
import { type Db, type Op, one } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { Signup } from '../store/store.ts';

/** What outlives a confirmed signup. It shows that somebody who has the address agreed to our messages, and when. */
export interface SignupProof {
  language: string | null;
  /** Of the line beside the form: signups/signup-wordings.ts. Null for signups from before it was stored. */
  wordingHash: string | null;
  signedUpAt: number;
  confirmedAt: number;
  removedAt: number;
  /** What its owner answered, and to which words: ./launch-agreement.sql.ts. */
  launchAgreedAt: number | null;
  launchDeclinedAt: number | null;
  launchTextHash: string | null;
  launchText: string | null;
}

/** Rows that are deleted in one transaction. */
const FORGOTTEN_TOGETHER = 300;

/** What a statement that deletes signups returns for {@link keepProofs}. */
export const PROVEN =
  `email, language, confirmed_at AS "confirmedAt", wording_hash AS "wordingHash",
  launch_agreed_at AS "launchAgreedAt", launch_declined_at AS "launchDeclinedAt", launch_text_hash AS "launchTextHash"` as const;
export type Proven = Pick<Signup, 'email' | 'language' | 'confirmedAt' | 'createdAt'> &
  Pick<SignupProof, 'wordingHash' | 'launchAgreedAt' | 'launchDeclinedAt' | 'launchTextHash'>;

// A signup that a restored backup brought back, and that is deleted again, is the same one.
const INSERT = sql(`
  INSERT INTO signup_proofs (address_hash, language, wording_hash, signed_up_at, confirmed_at, removed_at, launch_agreed_at,
    launch_declined_at, launch_text_hash)
  SELECT {addressHash:text}, {language:text?}, {wordingHash:text?}, {createdAt:time}, {confirmedAt:time}, {at:time}, {launchAgreedAt:time?},
    {launchDeclinedAt:time?}, {launchTextHash:text?}
  FROM {each} WHERE true
  ON CONFLICT (address_hash, confirmed_at) DO UPDATE SET removed_at = excluded.removed_at,
    launch_declined_at = excluded.launch_declined_at`);
const SELECT = sql(`
  SELECT language, wording_hash AS "wordingHash", signed_up_at AS "signedUpAt", confirmed_at AS "confirmedAt",
    removed_at AS "removedAt", launch_agreed_at AS "launchAgreedAt", launch_declined_at AS "launchDeclinedAt",
    launch_text_hash AS "launchTextHash", ${LAUNCH_TEXT} AS "launchText"
  FROM signup_proofs WHERE address_hash = {addressHash:text} ORDER BY confirmed_at`).rows<SignupProof>();
const COUNT = sql(`
  SELECT count(*) AS rows, count(*) FILTER (WHERE removed_at < {before:time}) AS expired FROM signup_proofs`).rows<Share>();
const FORGET = sql(`
  DELETE FROM signup_proofs WHERE (address_hash, confirmed_at) IN
    (SELECT address_hash, confirmed_at FROM signup_proofs WHERE removed_at < {before:time} LIMIT ${FORGOTTEN_TOGETHER})`);

const MARK_REMOVED = sql(`
  UPDATE confirmations SET removed_at = {now:time} WHERE token_hash IN
    (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at IS NULL LIMIT ${FORGOTTEN_TOGETHER})`);
const COUNT_TOKENS = sql(`
  SELECT count(*) AS rows, count(*) FILTER (WHERE signup_id IS NULL AND removed_at < {before:time}) AS expired
  FROM confirmations`).rows<Share>();
const CLEAR_TOKENS = sql(`
  DELETE FROM confirmations WHERE token_hash IN
    (SELECT token_hash FROM confirmations WHERE signup_id IS NULL AND removed_at < {before:time} LIMIT ${FORGOTTEN_TOGETHER})`);

/**
 * Keeps the proof of the confirmed ones among deleted signups, in the transaction that deletes them. What nobody has confirmed
 * proves nothing about the owner of the address.
 */
export function* keepProofs(db: Db, deleted: readonly Proven[], at: number): Op<void> {
  const confirmed = deleted.flatMap(({ confirmedAt, ...signup }) =>
    confirmedAt === null ? [] : [{ ...signup, confirmedAt }],
  );
  if (confirmed.length === 0) return;
  const secret = yield* listSecret(db, at);
  const proofs = confirmed.map(({ email, ...proof }) => {
    const addressHash = proofHashOf(secret, foldEmail(email));
    return [`${addressHash} ${proof.confirmedAt}`, { ...proof, addressHash, at }] as const;
  });
  yield* db.each(INSERT, [...new Map(proofs).values()]);
}

/** Returns what proves that an address, in whatever spelling, had confirmed signups that are deleted, oldest first. */
export function* readProofs(db: Db, email: string): Op<SignupProof[]> {
  const secret = yield* readSecret(db);
  if (secret === null) return [];
  return yield* db.all(SELECT, { addressHash: proofHashOf(secret, foldEmail(email)) });
}

/** Counts the proofs, and those of signups that were deleted before a time. */
export const countProofs = (db: Db, before: number): Op<Share> => one(db, COUNT, { before });

/** Deletes some proofs of signups that were deleted before a time. Returns whether there may be more. */
export function* forgetProofs(db: Db, before: number): Op<boolean> {
  return (yield* db.run(FORGET, { before })) === FORGOTTEN_TOGETHER;
}

/** Counts the tokens, and those whose signup was deleted before a time. */
export const countTokens = (db: Db, before: number): Op<Share> => one(db, COUNT_TOKENS, { before });

/** Deletes some tokens whose signup was deleted `keepMs` ago; null keeps them. Returns whether there may be more. */
export function* clearTokens(db: Db, now: number, keepMs: number | null): Op<boolean> {
  const removed = yield* db.run(MARK_REMOVED, { now });
  const tokens = keepMs === null ? 0 : yield* db.run(CLEAR_TOKENS, { before: now - keepMs });
  return [removed, tokens].includes(FORGOTTEN_TOGETHER);
}
