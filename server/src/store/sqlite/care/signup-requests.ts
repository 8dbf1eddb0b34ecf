import type { Database } from 'better-sqlite3';
import { foldEmail } from '../../rules/fold-email.ts';
import type { Signup } from '../../store.ts';
import { prepareAudit } from './audit.ts';

/**
 * Finds what is stored about an e-mail address, for a data request. Imported rows may hold it in upper or lower case,
 * and SQLite's `lower()` does not change letters beyond ASCII. So every row is compared by the rule of
 * docs/decisions/003-email-case.md.
 */
export function prepareSignupRequests(db: Database) {
  db.function('folded_email', { deterministic: true }, (email) => foldEmail(String(email)));
  const select = db.prepare<[string], Signup>(
    `SELECT id, name, email, youtube_channel AS youtubeChannel, use_case AS useCase, signup_type AS signupType,
            created_at AS createdAt
     FROM notifyme_signups WHERE folded_email(email) = ? ORDER BY created_at, id`,
  );
  const remove = db.prepare<[string]>('DELETE FROM notifyme_signups WHERE id = ?');
  const audit = prepareAudit(db);
  const erase = (ids: readonly string[], at: number): number => {
    const signups = ids.reduce((erased, id) => erased + remove.run(id).changes, 0);
    if (signups > 0) audit({ at, kind: 'erase', counts: { signups } });
    return signups;
  };
  const read = (email: string) => select.all(foldEmail(email));
  return {
    read,
    /** Runs inside a transaction. */
    erase: (email: string, at: number): number =>
      erase(
        read(email).map(({ id }) => id),
        at,
      ),
    /** Runs inside a transaction. */
    eraseOne: (id: string, at: number): 'erased' | 'not_found' =>
      erase([id], at) === 1 ? 'erased' : 'not_found',
  };
}
