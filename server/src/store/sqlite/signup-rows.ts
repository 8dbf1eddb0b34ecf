import type { Database } from 'better-sqlite3';
import type { FoundSignups, Signup, SignupQuery } from '../store.ts';

const MATCHES = `(@type IS NULL OR signup_type = @type) AND (
  @like IS NULL OR name LIKE @like ESCAPE '\\' OR email LIKE @like ESCAPE '\\'
  OR youtube_channel LIKE @like ESCAPE '\\' OR use_case LIKE @like ESCAPE '\\')`;

/** The latest first; of the same moment, the greater id. */
export function findSignups(db: Database, query: SignupQuery): FoundSignups {
  const { search, type, before, limit, offset } = query;
  const like = search === null ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const total = db
    .prepare<[object], number>(`SELECT count(*) FROM notifyme_signups WHERE ${MATCHES}`)
    .pluck()
    .get({ type, like });
  const signups = db
    .prepare<[object], Signup>(
      `SELECT id, name, email, youtube_channel AS youtubeChannel, use_case AS useCase,
              signup_type AS signupType, created_at AS createdAt
       FROM notifyme_signups
       WHERE ${MATCHES} AND (@createdAt IS NULL OR (created_at, id) < (@createdAt, @id))
       ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({
      type,
      like,
      limit,
      offset,
      id: before?.id ?? null,
      createdAt: before?.createdAt ?? null,
    });
  return { signups, total: total ?? 0 };
}
