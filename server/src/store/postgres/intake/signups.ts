import { queueMessages, requestByEmail } from '../../mail/confirmations.ts';
import { queueNotices, withSignup } from '../../mail/notices.ts';
import type { ConfirmationRequest, NewNotice } from '../../mail-store.ts';
import type { Signup } from '../../store.ts';
import { toTimestamp, toTimestampOrNull } from '../connection/column-types.ts';
import { createDb, finish } from '../connection/sql.ts';
import type { Transaction } from '../connection/transaction.ts';

/** A signup, the request for its confirmation, and what tells others that it was created. */
export interface SignupWrite {
  signup: Signup;
  /** Null where the site sends no mail. */
  request: ConfirmationRequest | null;
  notices: readonly NewNotice[];
}

/** Of equal e-mail addresses, the first one is created. */
export async function insertSignups(
  tx: Transaction,
  writes: readonly SignupWrite[],
): Promise<('created' | 'duplicate')[]> {
  const signups = writes.map(({ signup }) => signup);
  const column = <T>(read: (signup: Signup) => T) => signups.map(read);
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO notifyme_signups
       (id, name, email, youtube_channel, use_case, signup_type, created_at, language, confirmed_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
       $8::text[], $9::timestamptz[])
     ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
    [
      column(({ id }) => id),
      column(({ name }) => name),
      column(({ email }) => email),
      column(({ youtubeChannel }) => youtubeChannel),
      column(({ useCase }) => useCase),
      column(({ signupType }) => signupType),
      column(({ createdAt }) => toTimestamp(createdAt)),
      column(({ language }) => language),
      column(({ confirmedAt }) => toTimestampOrNull(confirmedAt)),
    ],
  );
  const created = new Set(rows.map(({ id }) => id));
  const news = writes.filter(({ signup }) => created.has(signup.id));
  const statements = createDb(tx);
  await finish(queueMessages(statements, withRequest(news)));
  const repeated = withRequest(writes.filter(({ signup }) => !created.has(signup.id)));
  const requests = repeated.map(({ signup, request }) => ({ email: signup.email, request }));
  if (requests.length > 0) await finish(requestByEmail(statements, requests));
  const notices = news.flatMap((write) => withSignup(write.notices, write.signup.id));
  await finish(queueNotices(statements, notices));
  return signups.map(({ id }) => (created.has(id) ? 'created' : 'duplicate'));
}

const withRequest = (writes: readonly SignupWrite[]) =>
  writes.flatMap(({ signup, request }) => (request ? [{ signup, request }] : []));
