import { CONFIRMATION_SQL, REFUSAL_SQL } from '../rules/confirmation-rule.ts';
import { toSearchText } from '../rules/search-text.ts';
import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';
import type { FoundSignup, FoundSignups, SignupQuery } from '../store.ts';

const contains = <const Column extends string>(column: Column) =>
  `translate(${column}, {capitals:text}, {letters:text}) LIKE {like:text?} ESCAPE '\\'` as const;
const MATCHES = `({type:text?} IS NULL OR signup_type = {type:text?})
  AND ({like:text?} IS NULL OR ${contains('name')} OR ${contains('email')} OR ${contains('youtube_channel')}
    OR ${contains('use_case')})
  AND ({confirmation:text?} IS NULL OR ${CONFIRMATION_SQL} = {confirmation:text?})` as const;
const COUNT = sql(
  `SELECT count(*) AS total FROM notifyme_signups AS signups WHERE ${MATCHES}`,
).rows<{ total: number }>();
const SELECT = sql(`
  SELECT id, name, email, youtube_channel AS "youtubeChannel", use_case AS "useCase", signup_type AS "signupType",
    created_at AS "createdAt", language, confirmed_at AS "confirmedAt", ${CONFIRMATION_SQL} AS confirmation,
    ${REFUSAL_SQL} AS refusal
  FROM (SELECT * FROM notifyme_signups AS signups
    WHERE ${MATCHES} AND ({createdAt:time?} IS NULL OR (created_at, id) < ({createdAt:time?}, {id:text?}))
    ORDER BY created_at DESC, id DESC LIMIT {limit:int} OFFSET {offset:int}) AS signups
  ORDER BY created_at DESC, id DESC`).rows<FoundSignup>();

/** Latest first; among equal times, the greater id first. */
export function* findSignups(db: Db, query: SignupQuery): Op<FoundSignups> {
  const { search, type, confirmation, before, limit, offset } = query;
  const { like, capitals } = toSearchText(search ?? '');
  const filter = {
    type,
    confirmation,
    like: search === null ? null : like,
    capitals: [...capitals.keys()].join(''),
    letters: [...capitals.values()].join(''),
  };
  const counted = yield* db.get(COUNT, filter);
  const place = { id: before?.id ?? null, createdAt: before?.createdAt ?? null };
  const signups = yield* db.all(SELECT, { ...filter, ...place, limit, offset });
  return { signups, total: counted?.total ?? 0 };
}
