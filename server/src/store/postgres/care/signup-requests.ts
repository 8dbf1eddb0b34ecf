import type { ToldOfRemoved } from '../../mail-store.ts';
import { foldEmail } from '../../rules/fold-email.ts';
import type { Signup } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { queueRemoved } from '../mail/notices.ts';
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
       signup_type AS "signupType", created_at AS "createdAt", language, confirmed_at AS "confirmedAt"
     FROM notifyme_signups WHERE lower(email) = $1 OR email ~ '[^!-~]' ORDER BY created_at, id`,
    [folded],
  );
  return rows.filter((row) => foldEmail(row.email) === folded);
}

/** Returns how many signups were erased. */
export async function eraseSignups(
  tx: Transaction,
  email: string,
  at: number,
  told?: ToldOfRemoved,
): Promise<number> {
  const ids = (await readSignups(tx, email)).map(({ id }) => id);
  return eraseByIds(tx, ids, at, told);
}

export async function eraseSignup(
  tx: Transaction,
  id: string,
  at: number,
  told?: ToldOfRemoved,
): Promise<'erased' | 'not_found'> {
  return (await eraseByIds(tx, [id], at, told)) === 1 ? 'erased' : 'not_found';
}

async function eraseByIds(
  tx: Transaction,
  ids: readonly string[],
  at: number,
  told?: ToldOfRemoved,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await tx.query<Pick<Signup, 'id' | 'signupType'>>(
    'DELETE FROM notifyme_signups WHERE id = ANY($1::text[]) RETURNING id, signup_type AS "signupType"',
    [ids],
  );
  await queueRemoved(tx, rows, told);
  const signups = rows.length;
  if (signups > 0) await recordAudit(tx, { at, kind: 'erase', counts: { signups } });
  return signups;
}
