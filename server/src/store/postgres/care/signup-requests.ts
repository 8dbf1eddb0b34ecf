import { foldEmail } from '../../rules/fold-email.ts';
import type { Signup } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { recordAudit } from './audit.ts';

/**
 * Finds the signups of an e-mail address for a data request. What `lower()` does with letters beyond ASCII depends on
 * the database, and rows that were imported may contain outer blanks. So all such rows are compared here, by the rule
 * of ../../rules/fold-email.ts.
 */
export async function readSignups(tx: Transaction, email: string): Promise<Signup[]> {
  const folded = foldEmail(email);
  const { rows } = await tx.query<Signup>(
    `SELECT id, name, email, youtube_channel AS "youtubeChannel", use_case AS "useCase",
       signup_type AS "signupType", created_at AS "createdAt"
     FROM notifyme_signups WHERE lower(email) = $1 OR email ~ '[^!-~]' ORDER BY created_at, id`,
    [folded],
  );
  return rows.filter((row) => foldEmail(row.email) === folded);
}

/** Returns how many signups were erased. */
export async function eraseSignups(tx: Transaction, email: string, at: number): Promise<number> {
  const ids = (await readSignups(tx, email)).map(({ id }) => id);
  return eraseByIds(tx, ids, at);
}

export async function eraseSignup(
  tx: Transaction,
  id: string,
  at: number,
): Promise<'erased' | 'not_found'> {
  return (await eraseByIds(tx, [id], at)) === 1 ? 'erased' : 'not_found';
}

async function eraseByIds(tx: Transaction, ids: readonly string[], at: number): Promise<number> {
  if (ids.length === 0) return 0;
  const erased = await tx.query('DELETE FROM notifyme_signups WHERE id = ANY($1::text[])', [ids]);
  const signups = erased.rowCount ?? 0;
  if (signups > 0) await recordAudit(tx, { at, kind: 'erase', counts: { signups } });
  return signups;
}
