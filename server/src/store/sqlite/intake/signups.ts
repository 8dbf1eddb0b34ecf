import type { Database } from 'better-sqlite3';
import type { ConfirmationRequest, NewNotice } from '../../mail-store.ts';
import type { Signup } from '../../store.ts';
import type { Confirmations } from '../mail/confirmations.ts';
import { prepareNotices } from '../mail/notices.ts';

/** Inserts a signup, the message that asks for its confirmation, and what tells others of it. Runs inside a transaction of the intake. */
export function prepareInsertSignup(
  db: Database,
  { requestByEmail }: Pick<Confirmations, 'requestByEmail'>,
) {
  const insert = db.prepare<[Signup]>(
    `INSERT INTO notifyme_signups
       (id, name, email, youtube_channel, use_case, signup_type, created_at, language, confirmed_at)
     VALUES (@id, @name, @email, @youtubeChannel, @useCase, @signupType, @createdAt, @language, @confirmedAt)
     ON CONFLICT (lower(email)) DO NOTHING`,
  );
  const { queue } = prepareNotices(db);
  return (
    signup: Signup,
    request: ConfirmationRequest | null,
    notices: readonly NewNotice[],
  ): 'created' | 'duplicate' => {
    const isNew = insert.run(signup).changes === 1;
    if (isNew) queue(notices, signup.id);
    if (request) requestByEmail(signup.email, request);
    return isNew ? 'created' : 'duplicate';
  };
}
