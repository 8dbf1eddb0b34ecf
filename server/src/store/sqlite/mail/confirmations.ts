import type { Database } from 'better-sqlite3';
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
import type { SignupRequests } from '../care/signup-requests.ts';
import { probe } from '../connection/probe.ts';
import { prepareNotices } from './notices.ts';

interface SignupState {
  id: string;
  confirmedAt: number | null;
}

interface TokenState {
  signupId: string | null;
  expiresAt: number;
  confirmedAt: number | null;
}

/** What is done with messages that ask for a confirmation. Everything runs inside a transaction of the intake. */
export function prepareConfirmations(db: Database, signups: SignupRequests) {
  const selectByEmail = db.prepare<[string], SignupState>(
    'SELECT id, confirmed_at AS confirmedAt FROM notifyme_signups WHERE lower(email) = lower(?)',
  );
  const selectById = db.prepare<[string], SignupState>(
    'SELECT id, confirmed_at AS confirmedAt FROM notifyme_signups WHERE id = ?',
  );
  const selectToken = db.prepare<[string], TokenState>(
    `SELECT signup_id AS signupId, expires_at AS expiresAt, confirmed_at AS confirmedAt
     FROM confirmations LEFT JOIN notifyme_signups ON notifyme_signups.id = signup_id WHERE token_hash = ?`,
  );
  const selectEarlier = db.prepare<[string], EarlierRequest>(
    `SELECT code_hash AS codeHash, tries, expires_at AS expiresAt, ${waitsSql('confirmations.signup_id')} AS waits
     FROM confirmations WHERE signup_id = ?`,
  );
  const selectAny = db.prepare('SELECT 1 FROM confirmations LIMIT 1');
  const insertConfirmation = db.prepare(
    'INSERT INTO confirmations (token_hash, signup_id, code_hash, tries, created_at, expires_at) VALUES (?, ?, ?, 0, ?, ?)',
  );
  const insertMessage = db.prepare(
    `INSERT INTO outbox (id, kind, signup_id, payload, state, attempts, created_at, due_at)
     VALUES (@id, 'confirmation', @signupId, @payload, 'waiting', 0, @at, @at)`,
  );
  const markConfirmed = db.prepare<[number, string]>(
    'UPDATE notifyme_signups SET confirmed_at = ? WHERE id = ? AND confirmed_at IS NULL',
  );
  const dropWaiting = db.prepare<[string]>(
    "DELETE FROM outbox WHERE signup_id = ? AND kind = 'confirmation' AND state = 'waiting'",
  );
  const countTry = db.prepare<[string]>(
    `UPDATE confirmations SET tries = tries + 1
     WHERE token_hash = (SELECT token_hash FROM confirmations WHERE signup_id = ? ORDER BY created_at DESC LIMIT 1)`,
  );
  const { queue } = prepareNotices(db);

  function queueRequest(
    signup: SignupState | undefined,
    { id, token, code, at }: ConfirmationRequest,
  ): RequestOutcome {
    if (!signup) return 'unknown';
    if (signup.confirmedAt !== null) return 'confirmed';
    if (!mayRequest(selectEarlier.all(signup.id), at)) return 'too_soon';
    const hashes = [hashToken(token), signup.id, hashCode(signup.id, code)];
    insertConfirmation.run(...hashes, at, expiryOf(at));
    insertMessage.run({ id, signupId: signup.id, payload: JSON.stringify({ token, code }), at });
    return 'queued';
  }

  function confirm(signupId: string, at: number, notices: readonly NewNotice[]) {
    dropWaiting.run(signupId);
    const isNew = markConfirmed.run(at, signupId).changes === 1;
    if (isNew) queue(notices, signupId);
    return isNew;
  }

  return {
    any: () => selectAny.get() !== undefined,
    requestByEmail: (email: string, request: ConfirmationRequest) =>
      queueRequest(selectByEmail.get(email), request),
    askAgain(
      who: { token: string } | { signupId: string },
      request: ConfirmationRequest,
    ): RequestOutcome {
      if ('signupId' in who) return queueRequest(selectById.get(who.signupId), request);
      const state = selectToken.get(hashToken(who.token));
      if (!state) return 'unknown';
      return state.signupId === null
        ? 'removed'
        : queueRequest(selectById.get(state.signupId), request);
    },
    confirmByToken(token: string, at: number, notices: readonly NewNotice[] = []): ConfirmOutcome {
      const state = selectToken.get(hashToken(token));
      if (!state) return 'unknown';
      if (state.signupId === null) return 'removed';
      if (state.confirmedAt !== null) return 'already';
      if (state.expiresAt <= at) return 'expired';
      return confirm(state.signupId, at, notices) ? 'confirmed' : 'already';
    },
    confirmByCode(
      { email, code, at }: CodeAttempt,
      notices: readonly NewNotice[] = [],
    ): CodeOutcome {
      const signup = selectByEmail.get(foldEmail(email));
      const asked = signup ? selectEarlier.all(signup.id) : [];
      if (!signup || asked.length === 0) {
        probe(db); // so that this takes as long as counting a try
        return { outcome: 'unknown' };
      }
      const verdict = judgeCode(asked, hashCode(signup.id, code), at);
      if (verdict.outcome === 'confirmed') confirm(signup.id, at, notices);
      else if (verdict.outcome === 'wrong') countTry.run(signup.id);
      else probe(db);
      return verdict;
    },
    leave(token: string, at: number, told?: ToldOfRemoved): 'left' | 'unknown' {
      const state = selectToken.get(hashToken(token));
      if (!state) return 'unknown';
      if (state.signupId !== null) signups.eraseOne(state.signupId, at, told);
      return 'left';
    },
  };
}

export type Confirmations = ReturnType<typeof prepareConfirmations>;
