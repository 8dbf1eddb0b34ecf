import type { Database } from 'better-sqlite3';
import type { ToldOfRemoved } from '../../mail-store.ts';
import { foldEmail } from '../../rules/fold-email.ts';
import type { Signup } from '../../store.ts';
import { prepareNotices } from '../mail/notices.ts';
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
            created_at AS createdAt, language, confirmed_at AS confirmedAt
     FROM notifyme_signups WHERE folded_email(email) = ? ORDER BY created_at, id`,
  );
  const remove = db.prepare<[string], Pick<Signup, 'id' | 'signupType'>>(
    'DELETE FROM notifyme_signups WHERE id = ? RETURNING id, signup_type AS signupType',
  );
  const { queue } = prepareNotices(db);
  const audit = prepareAudit(db);
  const erase = (ids: readonly string[], at: number, told: ToldOfRemoved = () => []): number => {
    const erased = ids.flatMap((id) => remove.all(id));
    for (const signup of erased) queue(told(signup));
    const signups = erased.length;
    if (signups > 0) audit({ at, kind: 'erase', counts: { signups } });
    return signups;
  };
  const read = (email: string) => select.all(foldEmail(email));
  return {
    read,
    /** Runs inside a transaction. */
    erase: (email: string, at: number, told?: ToldOfRemoved): number =>
      erase(
        read(email).map(({ id }) => id),
        at,
        told,
      ),
    /** Runs inside a transaction. */
    eraseOne: (id: string, at: number, told?: ToldOfRemoved): 'erased' | 'not_found' =>
      erase([id], at, told) === 1 ? 'erased' : 'not_found',
  };
}

export type SignupRequests = ReturnType<typeof prepareSignupRequests>;
