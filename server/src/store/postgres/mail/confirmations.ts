import type { Pool } from 'pg';
import type {
  CodeAttempt,
  CodeOutcome,
  ConfirmationRequest,
  ConfirmOutcome,
  NewNotice,
  RequestOutcome,
  ToldOfRemoved,
} from '../../mail-store.ts';
import {
  type EarlierRequest,
  expiryOf,
  hashCode,
  hashToken,
  judgeCode,
  mayRequest,
  waitsSql,
} from '../../rules/confirmation-rule.ts';
import { foldEmail } from '../../rules/fold-email.ts';
import { eraseSignup } from '../care/signup-requests.ts';
import { toTimestamp } from '../connection/column-types.ts';
import { probe } from '../connection/probe.ts';
import { ask as query, type Transaction } from '../connection/transaction.ts';
import { queueNotices } from './notices.ts';

interface SignupState {
  id: string;
  confirmedAt: number | null;
}

interface EarlierRequestOf extends EarlierRequest {
  signupId: string;
}

/**
 * Queues messages to the signups with these addresses, within the limits. The rows stay locked until the transaction
 * ends, so that two processes do not both find that a message is allowed.
 */
export async function requestByEmail(
  tx: Transaction,
  requests: readonly { email: string; request: ConfirmationRequest }[],
): Promise<void> {
  const { rows } = await tx.query<SignupState & { place: number }>(
    `SELECT wanted.place, signups.id, confirmed_at AS "confirmedAt"
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (email, place)
     JOIN notifyme_signups AS signups ON lower(signups.email) = lower(wanted.email)
     ORDER BY signups.id, place FOR UPDATE OF signups`,
    [requests.map(({ email }) => email)],
  );
  const found = rows.map(({ place, ...signup }) => ({
    signup,
    request: requests[place - 1]?.request,
  }));
  await queueRequests(
    tx,
    found.flatMap(({ signup, request }) => (request ? [{ signup, request }] : [])),
  );
}

export async function askAgain(
  tx: Transaction,
  who: { token: string } | { signupId: string },
  request: ConfirmationRequest,
): Promise<RequestOutcome> {
  const token = 'token' in who ? await findToken(tx, who.token) : who;
  if (!token) return 'unknown';
  const signup = token.signupId === null ? undefined : await lockSignup(tx, token.signupId);
  if (!signup) return 'token' in who ? 'removed' : 'unknown';
  const [outcome = 'unknown'] = await queueRequests(tx, [{ signup, request }]);
  return outcome;
}

/** @param wanted their rows are locked */
async function queueRequests(
  tx: Transaction,
  wanted: readonly { signup: SignupState; request: ConfirmationRequest }[],
): Promise<RequestOutcome[]> {
  const earlier = await findEarlier(
    tx,
    wanted.map(({ signup }) => signup.id),
  );
  const queuedNow = new Set<string>();
  const outcomes = wanted.map(({ signup, request }): RequestOutcome => {
    if (signup.confirmedAt !== null) return 'confirmed';
    const asked = earlier.filter(({ signupId }) => signupId === signup.id);
    if (queuedNow.has(signup.id) || !mayRequest(asked, request.at)) return 'too_soon';
    queuedNow.add(signup.id);
    return 'queued';
  });
  const queued = wanted.filter((_, index) => outcomes[index] === 'queued');
  if (queued.length > 0) await queue(tx, queued);
  return outcomes;
}

async function queue(
  tx: Transaction,
  requests: readonly { signup: SignupState; request: ConfirmationRequest }[],
) {
  const column = <T>(read: (signupId: string, request: ConfirmationRequest) => T) =>
    requests.map(({ signup, request }) => read(signup.id, request));
  await tx.query(
    `INSERT INTO confirmations (token_hash, signup_id, code_hash, tries, created_at, expires_at)
     SELECT token_hash, signup_id, code_hash, 0, created_at, expires_at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])
       AS rows (token_hash, signup_id, code_hash, created_at, expires_at)`,
    [
      column((_, { token }) => hashToken(token)),
      column((signupId) => signupId),
      column((signupId, { code }) => hashCode(signupId, code)),
      column((_, { at }) => toTimestamp(at)),
      column((_, { at }) => toTimestamp(expiryOf(at))),
    ],
  );
  await tx.query(
    `INSERT INTO outbox (id, kind, signup_id, payload, state, attempts, created_at, due_at)
     SELECT id, 'confirmation', signup_id, payload, 'waiting', 0, at, at
     FROM unnest($1::text[], $2::text[], $3::json[], $4::timestamptz[]) AS rows (id, signup_id, payload, at)`,
    [
      column((_, { id }) => id),
      column((signupId) => signupId),
      column((_, { token, code }) => JSON.stringify({ token, code })),
      column((_, { at }) => toTimestamp(at)),
    ],
  );
}

export async function confirmByToken(
  tx: Transaction,
  token: string,
  at: number,
  notices: readonly NewNotice[] = [],
): Promise<ConfirmOutcome> {
  const state = await findToken(tx, token);
  if (!state) return 'unknown';
  if (state.signupId === null) return 'removed';
  const signup = await lockSignup(tx, state.signupId);
  if (!signup) return 'removed';
  if (signup.confirmedAt !== null) return 'already';
  if (state.expiresAt <= at) return 'expired';
  await confirm(tx, signup.id, at, notices);
  return 'confirmed';
}

export async function confirmByCode(
  tx: Transaction,
  { email, code, at }: CodeAttempt,
  notices: readonly NewNotice[] = [],
): Promise<CodeOutcome> {
  const { rows } = await tx.query<SignupState>(
    `SELECT id, confirmed_at AS "confirmedAt" FROM notifyme_signups WHERE lower(email) = lower($1) FOR UPDATE`,
    [foldEmail(email)],
  );
  const [signup] = rows;
  const asked = await findEarlier(tx, signup ? [signup.id] : []); // as many queries for an unknown address
  if (!signup || asked.length === 0) {
    await probe(tx); // so that this takes as long as counting a try
    return { outcome: 'unknown' };
  }
  const verdict = judgeCode(asked, hashCode(signup.id, code), at);
  if (verdict.outcome === 'confirmed') {
    // A second code that fits, of another message, confirms nothing again.
    await confirm(tx, signup.id, at, signup.confirmedAt === null ? notices : []);
  }
  if (verdict.outcome === 'wrong') await countTry(tx, signup.id);
  if (verdict.outcome === 'gone') await probe(tx);
  return verdict;
}

export async function leave(
  tx: Transaction,
  token: string,
  at: number,
  told?: ToldOfRemoved,
): Promise<'left' | 'unknown'> {
  const state = await findToken(tx, token);
  if (!state) return 'unknown';
  if (state.signupId !== null) await eraseSignup(tx, state.signupId, at, told);
  return 'left';
}

async function findToken(tx: Transaction, token: string) {
  const { rows } = await tx.query<{ signupId: string | null; expiresAt: number }>(
    'SELECT signup_id AS "signupId", expires_at AS "expiresAt" FROM confirmations WHERE token_hash = $1',
    [hashToken(token)],
  );
  return rows[0];
}

async function findEarlier(
  tx: Transaction,
  signupIds: readonly string[],
): Promise<EarlierRequestOf[]> {
  const { rows } = await tx.query<EarlierRequestOf>(
    `SELECT signup_id AS "signupId", code_hash AS "codeHash", tries, expires_at AS "expiresAt",
       ${waitsSql('confirmations.signup_id')} AS waits
     FROM confirmations WHERE signup_id = ANY($1::text[])`,
    [signupIds],
  );
  return rows;
}

async function lockSignup(tx: Transaction, id: string): Promise<SignupState | undefined> {
  const { rows } = await tx.query<SignupState>(
    `SELECT id, confirmed_at AS "confirmedAt" FROM notifyme_signups WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

async function confirm(
  tx: Transaction,
  signupId: string,
  at: number,
  notices: readonly NewNotice[],
) {
  await tx.query(
    `DELETE FROM outbox WHERE signup_id = $1 AND kind = 'confirmation' AND state = 'waiting'`,
    [signupId],
  );
  await tx.query(
    'UPDATE notifyme_signups SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL',
    [signupId, toTimestamp(at)],
  );
  await queueNotices(
    tx,
    notices.map((notice) => ({ notice, signupId })),
  );
}

const countTry = (tx: Transaction, signupId: string) =>
  tx.query(
    `UPDATE confirmations SET tries = tries + 1 WHERE token_hash =
       (SELECT token_hash FROM confirmations WHERE signup_id = $1 ORDER BY created_at DESC LIMIT 1)`,
    [signupId],
  );

export async function hasConfirmations(pool: Pool): Promise<boolean> {
  return (await query(pool, 'SELECT 1 FROM confirmations LIMIT 1')).length > 0;
}
