import type { ListDecision } from '#shared/list-values';
import type { EnteredWords } from '#shared/page';
import type { SignupType } from '#shared/signups';
import { foldEmail } from '../lib/fold-email.ts';
import { noteUse, TAKES_MAIL } from '../mail/address-evidence.sql.ts';
import { blockMailbox } from '../mail/blocked-mailboxes.sql.ts';
import {
  type AskedCode,
  expiryOf,
  fits,
  hashCode,
  hashMailbox,
  hashToken,
  isValid,
  MAX_CODES,
  waitsSql,
} from '../mail/confirmation-rule.ts';
import { discountCodeOf, hasCode } from '../mail/list-secret.ts';
import { queueNotices, withSignup } from '../mail/outbox/notices.sql.ts';
import { listSecret, readSecret } from '../mail/personal-messages.sql.ts';
import type { ConfirmationRequest, NewNotice, ToldOfRemoved } from '../store/mail-store.ts';
import { TEXTS } from '../store/signup-columns.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { type Statement, sql } from '../store/sql/statement.ts';
import type { LaunchAnswer } from '../store/store.ts';
import { recordLaunchAnswer } from './launch-agreement.sql.ts';
import { LOCK_ADDRESSES } from './lock-addresses.sql.ts';
import { eraseByIds } from './signup-requests.sql.ts';

/** Signups of one address that are dropped in one transaction. Strangers may have made any number. */
const MAX_DROPPED = 200;

/** The signup that a link is about. */
export interface LinkedSignup {
  /** Whether the link confirms it. */
  state: 'open' | 'already' | 'expired';
  entered: EnteredWords;
  /** Whether its person has agreed to the message at the launch, has not withdrawn, and is not restricted. */
  getsLaunch: boolean;
  /** Its discount code, once it is confirmed and, for the beta, accepted. */
  code?: string;
}
/** `expired`: the token is too old. `removed`: the signup no longer exists. */
export type ConfirmOutcome = 'confirmed' | 'already' | 'expired' | 'removed' | 'unknown';
/** `too_soon`: the last message has not been sent yet. `restricted`: nothing may be sent. */
export type RequestOutcome =
  | 'queued'
  | 'too_soon'
  | 'restricted'
  | 'confirmed'
  | 'removed'
  | 'unknown';

export type LeaveOutcome = 'left' | 'removed' | 'unknown';

interface SignupState {
  id: string;
  email: string;
  signupType: SignupType;
  confirmedAt: number | null;
}

interface Wanted {
  signup: Pick<SignupState, 'id' | 'email' | 'confirmedAt'>;
  request: ConfirmationRequest;
}

// The row stays locked until the transaction ends, so that two processes do not both find that a message is allowed.
const LOCK = sql(
  'SELECT id, email, signup_type AS "signupType", confirmed_at AS "confirmedAt" FROM notifyme_signups WHERE id = {id:text} FOR UPDATE',
).rows<SignupState>();
const SELECT_TOKEN = sql(
  'SELECT signup_id AS "signupId", expires_at AS "expiresAt" FROM confirmations WHERE token_hash = {hash:text}',
).rows<{ signupId: string | null; expiresAt: number }>();
const SELECT_WORDS = sql(`
  SELECT id, ${TEXTS}, signup_type AS "signupType", confirmed_at AS "confirmedAt",
    (SELECT decision FROM signup_decisions WHERE signup_id = notifyme_signups.id) AS decision,
    launch_agreed_at IS NOT NULL AND launch_declined_at IS NULL AND restricted_at IS NULL AS "getsLaunch"
  FROM notifyme_signups WHERE id = {id:text}`).rows<
  Omit<EnteredWords, 'maskedEmail'> &
    Pick<SignupState, 'id' | 'email' | 'confirmedAt'> & {
      decision: ListDecision | null;
      getsLaunch: boolean;
    }
>({ getsLaunch: 'flag' });
const SELECT_WAITING = sql(`
  SELECT id, restricted_at IS NOT NULL AS "isRestricted" FROM notifyme_signups
  WHERE id IN {ids:texts} AND (restricted_at IS NOT NULL OR ${waitsSql('notifyme_signups.id')})`).rows<{
  id: string;
  isRestricted: boolean;
}>({ isRestricted: 'flag' });
// Of those whose message somebody may have: strangers can make any number of others, and nobody knows the codes of these.
const SELECT_CODES = sql(`
  SELECT signup_id AS "signupId", code_hash AS "codeHash", tries, expires_at AS "expiresAt"
  FROM (SELECT id FROM notifyme_signups WHERE lower(email) = lower({email:text}) AND asked_at IS NOT NULL
    ORDER BY asked_at DESC LIMIT ${MAX_CODES}) AS own JOIN confirmations ON signup_id = own.id`).rows<AskedCode>();
const SELECT_OTHERS = sql(`
  SELECT id, email, signup_type AS "signupType", confirmed_at AS "confirmedAt" FROM notifyme_signups
  WHERE lower(email) = (SELECT lower(email) FROM notifyme_signups WHERE id = {id:text}) AND id <> {id:text}
  ORDER BY (confirmed_at IS NOT NULL) DESC, id DESC LIMIT ${MAX_DROPPED} FOR UPDATE`).rows<SignupState>();
const SELECT_ANY = sql('SELECT 1 FROM confirmations UNION ALL SELECT 1 FROM signup_proofs LIMIT 1');
const INSERT_CONFIRMATION = sql(`
  INSERT INTO confirmations (token_hash, signup_id, code_hash, tries, created_at, expires_at)
  SELECT {tokenHash:text}, {signupId:text}, {codeHash:text}, 0, {at:time}, {expiresAt:time} FROM {each}`);
const INSERT_MESSAGE = sql(`
  INSERT INTO outbox (id, kind, signup_id, payload, state, attempts, created_at, due_at, priority, mailbox)
  SELECT {id:text}, 'confirmation', {signupId:text}, {payload:json}, 'waiting', 0, {at:time}, {dueAt:time}, {priority:int},
    {mailbox:text} FROM {each}`);
/**
 * A stranger may have asked before, with a lower priority. A message that was tried keeps its pause, or a server would be
 * asked again and again.
 */
const ADVANCE = sql(`
  UPDATE outbox SET priority = CASE WHEN priority < {priority:int} THEN {priority:int} ELSE priority END,
    due_at = CASE WHEN due_at > {dueAt:time} THEN {dueAt:time} ELSE due_at END
  WHERE signup_id = {id:text} AND kind = 'confirmation' AND state = 'waiting' AND attempts = 0`);
const MARK_CONFIRMED = sql(`
  UPDATE notifyme_signups SET confirmed_at = {at:time}, undeliverable_at = NULL
  WHERE id = {id:text} AND confirmed_at IS NULL`);
const KEEP_LINKS = sql(
  'UPDATE confirmations SET signup_id = {keep:text} WHERE signup_id IN {ids:texts}',
);
const REMOVE = sql('DELETE FROM notifyme_signups WHERE id IN {ids:texts}');
const DROP_WAITING = sql(
  "DELETE FROM outbox WHERE signup_id = {id:text} AND kind = 'confirmation' AND state = 'waiting'",
);
const COUNT_TRY = sql('UPDATE confirmations SET tries = tries + 1 WHERE signup_id IN {ids:texts}');
const NEVER_ASKED = sql(`
  SELECT id, email FROM notifyme_signups
  WHERE confirmed_at IS NULL AND launch_declined_at IS NULL AND ${TAKES_MAIL}
    AND NOT EXISTS (SELECT 1 FROM confirmations WHERE signup_id = notifyme_signups.id)
    AND NOT EXISTS (SELECT 1 FROM signup_decisions WHERE signup_id = notifyme_signups.id)
  ORDER BY id LIMIT {limit:int} FOR UPDATE`).rows<{ id: string; email: string }>();

/** Queues another message to an unconfirmed signup of which none waits. */
export function* askAgain(
  db: Db,
  who: { token: string } | { signupId: string },
  request: ConfirmationRequest,
): Op<RequestOutcome> {
  const known = 'token' in who ? yield* findToken(db, who.token) : who;
  if (!known) return 'unknown';
  const signup = known.signupId === null ? undefined : yield* db.get(LOCK, { id: known.signupId });
  if (!signup) return 'token' in who ? 'removed' : 'unknown';
  const [outcome = 'unknown'] = yield* queueRequests(db, [{ signup, request }]);
  return outcome;
}

/**
 * Queues another message to unconfirmed signups, unless one of theirs waits: after an outage they would leave together. That
 * one then leaves when the new one would have. Nothing is queued for a restricted signup.
 *
 * @param wanted their rows are locked
 */
export function* queueRequests(db: Db, wanted: readonly Wanted[]): Op<RequestOutcome[]> {
  const ids = wanted.map(({ signup }) => signup.id);
  const held = yield* db.all(SELECT_WAITING, { ids });
  const restricted = new Set(held.filter((one) => one.isRestricted).map(({ id }) => id));
  const waiting = new Set(held.map(({ id }) => id));
  const outcomes = wanted.map(({ signup: { id, confirmedAt } }): RequestOutcome => {
    if (confirmedAt !== null) return 'confirmed';
    if (restricted.has(id)) return 'restricted';
    if (waiting.has(id)) return 'too_soon';
    waiting.add(id);
    return 'queued';
  });
  yield* queueMessages(
    db,
    wanted.filter((_, index) => outcomes[index] === 'queued'),
  );
  for (const [index, { signup, request }] of wanted.entries()) {
    const { priority, dueAt } = request;
    if (outcomes[index] === 'too_soon') yield* db.run(ADVANCE, { id: signup.id, priority, dueAt });
  }
  return outcomes;
}

/** Queues messages to unconfirmed signups of which none waits, such as new ones. */
export function* queueMessages(
  db: Db,
  wanted: readonly { signup: Pick<SignupState, 'id' | 'email'>; request: ConfirmationRequest }[],
): Op<void> {
  yield* db.each(
    INSERT_CONFIRMATION,
    wanted.map(({ signup: { id }, request: { token, code, at } }) => {
      const hashes = { tokenHash: hashToken(token), codeHash: hashCode(id, code) };
      return { signupId: id, ...hashes, at, expiresAt: expiryOf(at) };
    }),
  );
  yield* db.each(
    INSERT_MESSAGE,
    wanted.map(({ signup, request: { token, code, ...request } }) => {
      const mailbox = hashMailbox(signup.email);
      return { ...request, signupId: signup.id, payload: { token, code }, mailbox };
    }),
  );
}

/**
 * Queues a message to some of the signups that were never asked for a confirmation, one for each request. Its words would be
 * wrong for an application that is decided. Returns how many it found: fewer than requests at the end.
 */
export function* askNeverAsked(db: Db, requests: readonly ConfirmationRequest[]): Op<number> {
  const found = yield* db.all(NEVER_ASKED, { limit: requests.length });
  const wanted = requests.flatMap((request, index) => {
    const signup = found[index];
    return signup ? [{ signup, request }] : [];
  });
  yield* queueMessages(db, wanted);
  return found.length;
}

/** Returns the signup that a token belongs to, as it was entered, or why the token has no signup. */
export function* readLinked(
  db: Db,
  token: string,
  at: number,
): Op<LinkedSignup | 'removed' | 'unknown'> {
  const found = yield* signupOf(db, SELECT_WORDS, token, at);
  if (typeof found === 'string') return found;
  const { id, email, confirmedAt, decision, getsLaunch, ...words } = found.signup;
  const maskedEmail = email.replace(/(?<=^.).*(?=@)/su, '•••');
  const isDue = confirmedAt !== null && hasCode(found.signup);
  const secret = isDue ? yield* readSecret(db) : null;
  const code = secret !== null && { code: discountCodeOf(secret, id) };
  return { state: found.state, entered: { ...words, maskedEmail }, getsLaunch, ...code };
}

/**
 * Confirms the signup that a token belongs to, and drops the other signups of its address and all waiting requests for a
 * confirmation. Tokens of those that were dropped then belong to the confirmed one.
 *
 * @param notices queued if this confirmed it
 * @param launch what the person was shown and answered; null where nobody was shown anything
 */
export function* confirmByToken(
  db: Db,
  token: string,
  at: number,
  notices: readonly NewNotice[] = [],
  launch: LaunchAnswer | null = null,
): Op<ConfirmOutcome> {
  yield* db.all(LOCK_ADDRESSES, {});
  const found = yield* signupOf(db, LOCK, token, at);
  if (typeof found === 'string') return found;
  const { state, signup } = found;
  if (state === 'open') return yield* confirm(db, signup, at, notices, launch);
  if (state === 'already') yield* noteUse(db, [signup.id]);
  return state;
}

/** Reads the signup that a token belongs to, and whether it confirms it. */
function* signupOf<Row extends Pick<SignupState, 'confirmedAt'>>(
  db: Db,
  select: Statement<{ id: string }, Row, false>,
  token: string,
  at: number,
): Op<{ state: LinkedSignup['state']; signup: Row } | 'removed' | 'unknown'> {
  const link = yield* findToken(db, token);
  if (!link) return 'unknown';
  const signup = link.signupId === null ? undefined : yield* db.get(select, { id: link.signupId });
  if (!signup) return 'removed';
  if (signup.confirmedAt !== null) return { state: 'already', signup };
  return { state: isValid(link.expiresAt, at) ? 'open' : 'expired', signup };
}

/**
 * Confirms the signup of an e-mail address to which a code was sent, or counts a wrong one.
 *
 * @param notices queued if this confirmed it
 */
export function* confirmByCode(
  db: Db,
  { email, code, at }: { email: string; code: string; at: number },
  notices: readonly NewNotice[] = [],
  launch: LaunchAnswer | null = null,
): Op<'confirmed' | 'wrong'> {
  yield* db.all(LOCK_ADDRESSES, {});
  const asked = yield* db.all(SELECT_CODES, { email: foldEmail(email) });
  const right = asked.find((one) => fits(one, hashCode(one.signupId, code), at));
  const signup = yield* db.get(LOCK, { id: right?.signupId ?? '' }); // as many queries for a wrong code
  if (!signup) {
    // As long for an unknown address.
    const ids = [...new Set(asked.map(({ signupId }) => signupId))];
    if (ids.length > 0) yield* db.run(COUNT_TRY, { ids });
    else yield* db.probe();
    return 'wrong';
  }
  // A second code that fits, of another message, confirms nothing again.
  if (signup.confirmedAt === null) yield* confirm(db, signup, at, notices, launch);
  else yield* noteUse(db, [signup.id]);
  return 'confirmed';
}

/**
 * Erases all signups of the address that a token was sent to, with their waiting messages: its links were sent to the owner of
 * the mailbox. `removed`: the token's signup no longer exists. Its person may have signed up again since. Where there are many,
 * it erases some of them and returns `more`.
 *
 * @param told what is queued if this erased it
 * @param blocks whether nothing is ever sent to the mailbox again
 */
export function* leave(
  db: Db,
  token: string,
  at: number,
  told?: ToldOfRemoved,
  blocks = false,
): Op<LeaveOutcome | 'more'> {
  yield* db.all(LOCK_ADDRESSES, {});
  const state = yield* findToken(db, token);
  if (!state) return 'unknown';
  const id = state.signupId;
  if (id === null) return 'removed';
  const email = blocks ? (yield* db.get(LOCK, { id }))?.email : undefined;
  if (email !== undefined) yield* blockMailbox(db, email, at);
  const others = yield* db.all(SELECT_OTHERS, { id });
  const isLast = others.length < MAX_DROPPED;
  const ids = [...others.map((other) => other.id), ...(isLast ? [id] : [])];
  // Anybody can make any number of the others, so their removal must not flood who was never told of them.
  const unconfirmed = new Set(
    others.filter((one) => one.confirmedAt === null).map((one) => one.id),
  );
  const toldOf: ToldOfRemoved = (one) =>
    told?.({ ...one, unconfirmed: unconfirmed.has(one.id) }) ?? [];
  yield* eraseByIds(db, ids, at, toldOf);
  return isLast ? 'left' : 'more';
}

const findToken = (db: Db, token: string) => db.get(SELECT_TOKEN, { hash: hashToken(token) });

/**
 * The links of the other signups of the address then say that it is confirmed already, and still lead off the list. What is
 * left of a flood confirms nothing, and expires.
 */
function* confirm(
  db: Db,
  { id, signupType }: SignupState,
  at: number,
  notices: readonly NewNotice[],
  launch: LaunchAnswer | null,
): Op<'confirmed' | 'already'> {
  const others = yield* db.all(SELECT_OTHERS, { id });
  const [first] = others;
  if (first && first.confirmedAt !== null) {
    yield* mergeSignups(db, first.id, [id]);
    yield* noteUse(db, [first.id]);
    return 'already';
  }
  const ids = others.map((other) => other.id);
  yield* mergeSignups(db, id, ids);
  yield* db.run(DROP_WAITING, { id });
  yield* db.run(MARK_CONFIRMED, { id, at });
  // Its page shows the code.
  yield* listSecret(db, at);
  if (launch?.shown.kind === signupType) yield* recordLaunchAnswer(db, id, launch, at);
  yield* queueNotices(db, withSignup(notices, id));
  return 'confirmed';
}

/** Deletes other signups of a person. Their links then belong to the one that stays. */
function* mergeSignups(db: Db, keep: string, ids: readonly string[]): Op<void> {
  if (ids.length === 0) return;
  yield* db.run(KEEP_LINKS, { keep, ids });
  yield* db.run(REMOVE, { ids });
}

/** Returns whether anybody was ever asked for a confirmation, and may still have the message or is in a proof. */
export function* hasConfirmations(db: Db): Op<boolean> {
  return (yield* db.get(SELECT_ANY, {})) !== undefined;
}
