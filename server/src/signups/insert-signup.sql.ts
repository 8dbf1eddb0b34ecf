import { textsOf } from '#shared/signup-texts';
import { noteUse } from '../mail/address-evidence.sql.ts';
import { blockedOf } from '../mail/blocked-mailboxes.sql.ts';
import { queueNotices, withSignup } from '../mail/outbox/notices.sql.ts';
import type { ConfirmationRequest, NewNotice } from '../store/mail-store.ts';
import { SIGNUP, TEXT_COLUMNS, TEXT_VALUES } from '../store/signup-columns.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { InsertedSignup, NewSignup, Signup } from '../store/store.ts';
import { queueMessages, queueRequests } from './confirmations.sql.ts';
import { recordLaunchAnswer } from './launch-agreement.sql.ts';
import { LOCK_ADDRESSES } from './lock-addresses.sql.ts';

/** A signup, the request for its confirmation, and what tells others that it was created. */
export interface SignupWrite {
  signup: NewSignup;
  /** Null where the site sends no mail. */
  request: ConfirmationRequest | null;
  notices: readonly NewNotice[];
}

type Known = Signup & Record<'undeliverableAt' | 'complainedAt' | 'restrictedAt', number | null>;

// Of one address the confirmed signup, or else the latest: one look into the index. CROSS JOIN makes SQLite begin with the
// addresses, whatever it knows of the table.
const LOCK_BY_EMAILS = sql(`
  SELECT wanted.value AS "wanted", signups.id, ${SIGNUP}, undeliverable_at AS "undeliverableAt", complained_at AS "complainedAt",
    restricted_at AS "restrictedAt"
  FROM {emails:texts} AS wanted CROSS JOIN notifyme_signups AS signups
  WHERE signups.id = (SELECT own.id FROM notifyme_signups AS own WHERE lower(own.email) = lower(wanted.value)
    ORDER BY (own.confirmed_at IS NOT NULL) DESC, own.id DESC LIMIT 1)
  FOR UPDATE OF signups`).rows<Known & { wanted: string }>();
const INSERT = sql(`
  INSERT INTO notifyme_signups
    (id, ${TEXT_COLUMNS}, signup_type, created_at, language, confirmed_at, wording_hash, complained_at)
  SELECT {id:text}, ${TEXT_VALUES}, {signupType:text},
    {createdAt:time}, {language:text?}, {confirmedAt:time?}, {wordingHash:text?}, {complainedAt:time?} FROM {each}`);

/** Stores signups in their order: docs/decisions/032-registered-once-confirmed.md. */
export function* insertSignups(db: Db, writes: readonly SignupWrite[]): Op<InsertedSignup[]> {
  yield* db.all(LOCK_ADDRESSES, {});
  const emails = [...new Set(writes.map(({ signup }) => signup.email))];
  const found = yield* db.all(LOCK_BY_EMAILS, { emails });
  const latest = new Map<string, Known>(
    found.map(({ wanted, ...signup }) => [keyOf(wanted), signup]),
  );
  const created: (SignupWrite & Pick<Known, 'complainedAt'>)[] = [];
  const used: string[] = [];
  const repeated: { signup: Signup; request: ConfirmationRequest }[] = [];
  const blocked = yield* blockedOf(db, emails);
  const outcomes = writes.map((write): InsertedSignup => {
    const { signup, request } = write;
    // The usual answer, and nothing is stored or sent.
    if (blocked.has(signup.email)) return 'created';
    const known = latest.get(keyOf(signup.email));
    if (known && (request === null || known.confirmedAt !== null)) {
      if (known.undeliverableAt !== null) used.push(known.id);
      return 'duplicate';
    }
    if (known && request && hasSameWords(known, signup)) {
      repeated.push({ signup: known, request });
      return 'repeated';
    }
    // By other words a stranger could have its person written to, and end the restriction.
    if (known && known.restrictedAt !== null) return 'created';
    const { complainedAt = null } = known ?? {};
    const none = { undeliverableAt: null, restrictedAt: null };
    latest.set(keyOf(signup.email), { ...signup, ...none, complainedAt });
    created.push({ ...write, complainedAt });
    return 'created';
  });
  yield* db.each(
    INSERT,
    created.map(({ signup, complainedAt }) => {
      return { ...signup, wordingHash: signup.wordingHash ?? null, complainedAt };
    }),
  );
  for (const { signup } of created)
    if (signup.launch) yield* recordLaunchAnswer(db, signup.id, signup.launch, signup.createdAt);
  yield* noteUse(db, used);
  yield* queueMessages(
    db,
    created.flatMap(({ signup, request }) => (request ? [{ signup, request }] : [])),
  );
  if (repeated.length > 0) yield* queueRequests(db, repeated);
  yield* queueNotices(
    db,
    created.flatMap(({ signup, notices }) => withSignup(notices, signup.id)),
  );
  return outcomes;
}

const keyOf = (email: string) => email.toLowerCase();

/** A second press, or a request that is sent again because its answer was lost, is no further signup. */
function hasSameWords(one: Signup, other: Signup): boolean {
  const texts = textsOf({ ...one, email: other.email });
  const isSameForm = one.signupType === other.signupType && one.language === other.language;
  return isSameForm && textsOf(other).every((text, index) => text === texts[index]);
}
