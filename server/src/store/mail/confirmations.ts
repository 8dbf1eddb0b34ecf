import { foldEmail } from '../../fold-email.ts';
import { trustedTime } from '../care/clock.ts';
import { eraseSignup } from '../care/signup-requests.ts';
import type {
  CodeAttempt,
  CodeOutcome,
  ConfirmationRequest,
  ConfirmOutcome,
  NewNotice,
  RequestOutcome,
  ToldOfRemoved,
} from '../mail-store.ts';
import {
  type EarlierRequest,
  expiryOf,
  hashCode,
  hashToken,
  judgeCode,
  mayRequest,
  waitsSql,
} from '../rules/confirmation-rule.ts';
import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';
import { queueNotices, withSignup } from './notices.ts';

interface SignupState {
  id: string;
  confirmedAt: number | null;
}

interface Wanted {
  signup: SignupState;
  request: ConfirmationRequest;
}

// CROSS JOIN makes SQLite look for each address, whatever it knows of the table.
// Rows stay locked until the transaction ends, so that two processes do not both find that a message is allowed.
const LOCK_BY_EMAILS = sql(`
  SELECT wanted.value AS email, signups.id, confirmed_at AS "confirmedAt" FROM {emails:texts} AS wanted
  CROSS JOIN notifyme_signups AS signups WHERE lower(signups.email) = lower(wanted.value)
  ORDER BY signups.id FOR UPDATE OF signups`).rows<SignupState & { email: string }>();
const LOCK = sql(
  'SELECT id, confirmed_at AS "confirmedAt" FROM notifyme_signups WHERE id = {id:text} FOR UPDATE',
).rows<SignupState>();
const SELECT_TOKEN = sql(
  'SELECT signup_id AS "signupId", expires_at AS "expiresAt" FROM confirmations WHERE token_hash = {hash:text}',
).rows<{ signupId: string | null; expiresAt: number }>();
const SELECT_EARLIER = sql(`
  SELECT signup_id AS "signupId", code_hash AS "codeHash", tries, expires_at AS "expiresAt",
    ${waitsSql('confirmations.signup_id')} AS waits
  FROM confirmations WHERE signup_id IN {ids:texts}`).rows<EarlierRequest & { signupId: string }>({
  waits: 'flag',
});
const SELECT_ANY = sql('SELECT 1 FROM confirmations LIMIT 1');
const INSERT_CONFIRMATION = sql(`
  INSERT INTO confirmations (token_hash, signup_id, code_hash, tries, created_at, expires_at)
  SELECT {tokenHash:text}, {signupId:text}, {codeHash:text}, 0, {at:time}, {expiresAt:time} FROM {each}`);
const INSERT_MESSAGE = sql(`
  INSERT INTO outbox (id, kind, signup_id, payload, state, attempts, created_at, due_at)
  SELECT {id:text}, 'confirmation', {signupId:text}, {payload:json}, 'waiting', 0, {at:time}, {at:time} FROM {each}`);
const MARK_CONFIRMED = sql(
  'UPDATE notifyme_signups SET confirmed_at = {at:time} WHERE id = {id:text} AND confirmed_at IS NULL',
);
const DROP_WAITING = sql(
  "DELETE FROM outbox WHERE signup_id = {id:text} AND kind = 'confirmation' AND state = 'waiting'",
);
const COUNT_TRY = sql(`
  UPDATE confirmations SET tries = tries + 1 WHERE token_hash =
    (SELECT token_hash FROM confirmations WHERE signup_id = {id:text} ORDER BY created_at DESC LIMIT 1)`);

/** Queues messages to the signups with these addresses, within the limits. */
export function* requestByEmail(
  db: Db,
  requests: readonly { email: string; request: ConfirmationRequest }[],
): Op<void> {
  const emails = [...new Set(requests.map(({ email }) => email))];
  const found = yield* db.all(LOCK_BY_EMAILS, { emails });
  const signups = new Map(found.map(({ email, ...signup }) => [email, signup]));
  const wanted = requests.flatMap(({ email, request }) => {
    const signup = signups.get(email);
    return signup ? [{ signup, request }] : [];
  });
  yield* queueRequests(db, wanted);
}

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

/** @param wanted their rows are locked */
function* queueRequests(db: Db, wanted: readonly Wanted[]): Op<RequestOutcome[]> {
  const earlier = yield* findEarlier(
    db,
    wanted.map(({ signup }) => signup),
  );
  const queuedNow = new Set<string>();
  const outcomes = wanted.map(({ signup, request }): RequestOutcome => {
    if (signup.confirmedAt !== null) return 'confirmed';
    const asked = earlier.filter(({ signupId }) => signupId === signup.id);
    if (queuedNow.has(signup.id) || !mayRequest(asked, request.at)) return 'too_soon';
    queuedNow.add(signup.id);
    return 'queued';
  });
  yield* queueMessages(
    db,
    wanted.filter((_, index) => outcomes[index] === 'queued'),
  );
  return outcomes;
}

/** Queues messages to unconfirmed signups whose limits allow it, such as new ones. */
export function* queueMessages(
  db: Db,
  wanted: readonly { signup: Pick<SignupState, 'id'>; request: ConfirmationRequest }[],
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
    wanted.map(({ signup, request: { id, token, code, at } }) => {
      return { id, signupId: signup.id, payload: { token, code }, at };
    }),
  );
}

export function* confirmByToken(
  db: Db,
  token: string,
  at: number,
  notices: readonly NewNotice[] = [],
): Op<ConfirmOutcome> {
  const state = yield* findToken(db, token);
  if (!state) return 'unknown';
  const signup = state.signupId === null ? undefined : yield* db.get(LOCK, { id: state.signupId });
  if (!signup) return 'removed';
  if (signup.confirmedAt !== null) return 'already';
  if (state.expiresAt <= (yield* trustedTime(db, at))) return 'expired';
  yield* confirm(db, signup, at, notices);
  return 'confirmed';
}

export function* confirmByCode(
  db: Db,
  { email, code, at }: CodeAttempt,
  notices: readonly NewNotice[] = [],
): Op<CodeOutcome> {
  const now = yield* trustedTime(db, at);
  const [signup] = yield* db.all(LOCK_BY_EMAILS, { emails: [foldEmail(email)] });
  const asked = yield* findEarlier(db, signup ? [signup] : []); // as many queries for an unknown address
  if (!signup || asked.length === 0) {
    yield* db.probe(); // so that this takes as long as counting a try
    return { outcome: 'unknown' };
  }
  const verdict = judgeCode(asked, hashCode(signup.id, code), now);
  if (verdict.outcome === 'confirmed') yield* confirm(db, signup, at, notices);
  if (verdict.outcome === 'wrong') yield* db.run(COUNT_TRY, { id: signup.id });
  if (verdict.outcome === 'gone') yield* db.probe();
  return verdict;
}

export function* leave(
  db: Db,
  token: string,
  at: number,
  told?: ToldOfRemoved,
): Op<'left' | 'unknown'> {
  const state = yield* findToken(db, token);
  if (!state) return 'unknown';
  if (state.signupId !== null) yield* eraseSignup(db, state.signupId, at, told);
  return 'left';
}

const findToken = (db: Db, token: string) => db.get(SELECT_TOKEN, { hash: hashToken(token) });

const findEarlier = (db: Db, signups: readonly SignupState[]) =>
  db.all(SELECT_EARLIER, { ids: signups.map(({ id }) => id) });

function* confirm(
  db: Db,
  { id, confirmedAt }: SignupState,
  at: number,
  notices: readonly NewNotice[],
): Op<void> {
  yield* db.run(DROP_WAITING, { id });
  yield* db.run(MARK_CONFIRMED, { id, at });
  // A second code that fits, of another message, confirms nothing again.
  if (confirmedAt === null) yield* queueNotices(db, withSignup(notices, id));
}

export function* hasConfirmations(db: Db): Op<boolean> {
  return (yield* db.get(SELECT_ANY, {})) !== undefined;
}
