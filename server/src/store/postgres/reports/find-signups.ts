import { CONFIRMATION_SQL, REFUSAL_SQL } from '../../rules/confirmation-rule.ts';
import { toSearchText } from '../../rules/search-text.ts';
import type { FoundSignup, FoundSignups, SignupQuery } from '../../store.ts';
import { toTimestampOrNull } from '../connection/column-types.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Latest first; among equal times, the greater id first. */
export async function findSignups(tx: Transaction, query: SignupQuery): Promise<FoundSignups> {
  const { search, type, confirmation, before, limit, offset } = query;
  const { like, capitals } = toSearchText(search ?? '');
  const found = ['name', 'email', 'youtube_channel', 'use_case']
    .map((column) => `translate(${column}, $3, $4) LIKE $2`)
    .join(' OR ');
  const matches = `($1::text IS NULL OR signup_type = $1) AND ($2::text IS NULL OR ${found})
    AND ($5::text IS NULL OR ${CONFIRMATION_SQL} = $5)`;
  const letters = [capitals.keys(), capitals.values()].map((row) => [...row].join(''));
  const values = [type, search === null ? null : like, ...letters, confirmation];
  const counted = await tx.query<{ total: number }>(
    `SELECT count(*) AS total FROM notifyme_signups AS signups WHERE ${matches}`,
    values,
  );
  const { rows: signups } = await tx.query<FoundSignup>(
    `SELECT id, name, email, youtube_channel AS "youtubeChannel", use_case AS "useCase",
       signup_type AS "signupType", created_at AS "createdAt", language, confirmed_at AS "confirmedAt",
       ${CONFIRMATION_SQL} AS confirmation, ${REFUSAL_SQL} AS refusal
     FROM (SELECT * FROM notifyme_signups AS signups
       WHERE ${matches} AND ($6::timestamptz IS NULL OR (created_at, id) < ($6, $7))
       ORDER BY created_at DESC, id DESC LIMIT $8 OFFSET $9) AS signups
     ORDER BY created_at DESC, id DESC`,
    [...values, toTimestampOrNull(before?.createdAt ?? null), before?.id ?? null, limit, offset],
  );
  return { signups, total: counted.rows[0]?.total ?? 0 };
}
