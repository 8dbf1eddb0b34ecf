import type { Signup } from '../../store.ts';
import { toTimestamp } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Of equal e-mail addresses, the first one is created. */
export async function insertSignups(
  tx: Transaction,
  signups: readonly Signup[],
): Promise<('created' | 'duplicate')[]> {
  const column = <T>(read: (signup: Signup) => T) => signups.map(read);
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
     ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
    [
      column(({ id }) => id),
      column(({ name }) => name),
      column(({ email }) => email),
      column(({ youtubeChannel }) => youtubeChannel),
      column(({ useCase }) => useCase),
      column(({ signupType }) => signupType),
      column(({ createdAt }) => toTimestamp(createdAt)),
    ],
  );
  const created = new Set(rows.map(({ id }) => id));
  return signups.map(({ id }) => (created.has(id) ? 'created' : 'duplicate'));
}
