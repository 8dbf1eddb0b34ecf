import type { Database } from 'better-sqlite3';
import { CONFIRMATION_SQL, REFUSAL_SQL } from '../../rules/confirmation-rule.ts';
import { toSearchText } from '../../rules/search-text.ts';
import type { FoundSignup, FoundSignups, SignupQuery } from '../../store.ts';

const FOUND = ['name', 'email', 'youtube_channel', 'use_case'].map(
  (column) => `folded(${column}) LIKE @like ESCAPE '\\'`,
);
const MATCHES = `(@type IS NULL OR signup_type = @type) AND (@like IS NULL OR ${FOUND.join(' OR ')})
  AND (@confirmation IS NULL OR ${CONFIRMATION_SQL} = @confirmation)`;

/** Latest first; among equal times, the greater id first. */
export function findSignups(db: Database, query: SignupQuery): FoundSignups {
  const { search, type, confirmation, before, limit, offset } = query;
  const { like, capitals } = toSearchText(search ?? '');
  // LIKE itself ignores the case of ASCII letters only.
  const fold = (text: unknown) =>
    text === null ? null : String(text).replace(/\P{ASCII}/gu, (one) => capitals.get(one) ?? one);
  db.function('folded', { deterministic: true }, fold);
  const filter = { type, confirmation, like: search === null ? null : like };
  const total = db
    .prepare<[object], number>(`SELECT count(*) FROM notifyme_signups AS signups WHERE ${MATCHES}`)
    .pluck()
    .get(filter);
  const signups = db
    .prepare<[object], FoundSignup>(
      `SELECT id, name, email, youtube_channel AS youtubeChannel, use_case AS useCase,
              signup_type AS signupType, created_at AS createdAt, language, confirmed_at AS confirmedAt,
              ${CONFIRMATION_SQL} AS confirmation, ${REFUSAL_SQL} AS refusal
       FROM (SELECT * FROM notifyme_signups AS signups
             WHERE ${MATCHES} AND (@createdAt IS NULL OR (created_at, id) < (@createdAt, @id))
             ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset) AS signups
       ORDER BY created_at DESC, id DESC`,
    )
    .all({
      ...filter,
      limit,
      offset,
      id: before?.id ?? null,
      createdAt: before?.createdAt ?? null,
    });
  return { signups, total: total ?? 0 };
}
