import type { Database } from 'better-sqlite3';
import type { Signup } from '../../store.ts';

/** Inserts a signup. Runs inside a transaction of the intake. */
export function prepareInsertSignup(db: Database) {
  const insert = db.prepare<[Signup]>(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
     VALUES (@id, @name, @email, @youtubeChannel, @useCase, @signupType, @createdAt)
     ON CONFLICT (lower(email)) DO NOTHING`,
  );
  return (signup: Signup): 'created' | 'duplicate' =>
    insert.run(signup).changes === 1 ? 'created' : 'duplicate';
}
