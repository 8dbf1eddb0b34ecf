import type { Database } from 'better-sqlite3';
import { queueMessages, requestByEmail } from '../../mail/confirmations.ts';
import { queueNotices, withSignup } from '../../mail/notices.ts';
import type { ConfirmationRequest, NewNotice } from '../../mail-store.ts';
import type { Db } from '../../sql/operation.ts';
import type { Signup } from '../../store.ts';
import { finish } from '../connection/sql.ts';

/** Inserts a signup, the message that asks for its confirmation, and what tells others of it. Runs inside a transaction of the intake. */
export function prepareInsertSignup(db: Database, statements: Db) {
  const insert = db.prepare<[Signup]>(
    `INSERT INTO notifyme_signups
       (id, name, email, youtube_channel, use_case, signup_type, created_at, language, confirmed_at)
     VALUES (@id, @name, @email, @youtubeChannel, @useCase, @signupType, @createdAt, @language, @confirmedAt)
     ON CONFLICT (lower(email)) DO NOTHING`,
  );
  return (
    signup: Signup,
    request: ConfirmationRequest | null,
    notices: readonly NewNotice[],
  ): 'created' | 'duplicate' => {
    const { id, email } = signup;
    const isNew = insert.run(signup).changes === 1;
    if (isNew && notices.length > 0) finish(queueNotices(statements, withSignup(notices, id)));
    if (isNew && request) finish(queueMessages(statements, [{ signup, request }]));
    if (!isNew && request) finish(requestByEmail(statements, [{ email, request }]));
    return isNew ? 'created' : 'duplicate';
  };
}
