import type { SignupTexts } from '#shared/signup-texts';
import { CONFIRMATION_SQL, REFUSAL_SQL } from '../mail/confirmation-rule.ts';
import { discountCodeOf, hasCode } from '../mail/list-secret.ts';
import { readSecret } from '../mail/personal-messages.sql.ts';
import { foldCase, searchTextOf } from '../store/search-text.ts';
import { LAUNCH_TEXT, SIGNUP, TEXTS } from '../store/signup-columns.ts';
import { type Db, type Op, one } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type {
  FoundSignup,
  FoundSignups,
  SearchedSignups,
  SearchStep,
  SignupQuery,
} from '../store/store.ts';

/** Signups of one step of a search. The longest texts take a fifth of a second, usual ones a millisecond. */
const STEP_ROWS = 300;

const MATCHES = `({type:text?} IS NULL OR signup_type = {type:text?})
  AND ({confirmation:text?} IS NULL OR ${CONFIRMATION_SQL} = {confirmation:text?})
  AND ({state:text?} IS NULL OR (signup_type = 'beta' AND coalesce(
    (SELECT decision FROM signup_decisions WHERE signup_id = signups.id), 'waiting') = {state:text?}))` as const;
type Row = Omit<FoundSignup, 'code'>;
const COUNT = sql(
  `SELECT count(*) AS total FROM notifyme_signups AS signups WHERE ${MATCHES}`,
).rows<{ total: number }>();
const select = <const Condition extends string, const Order extends 'ASC' | 'DESC'>(
  condition: Condition,
  order: Order,
) =>
  `SELECT id, ${SIGNUP}, ${CONFIRMATION_SQL} AS confirmation,
    ${REFUSAL_SQL} AS refusal, decision, decided_at AS "decidedAt", decided_by AS "decidedBy", note, told_at AS "toldAt",
    undeliverable_at AS "undeliverableAt", complained_at AS "complainedAt", wording_hash AS "wordingHash",
    restricted_at AS "restrictedAt", launch_agreed_at AS "launchAgreedAt", launch_declined_at AS "launchDeclinedAt", ${LAUNCH_TEXT} AS "launchText",
    (SELECT max(created_at) FROM invitations WHERE signup_id = signups.id AND withdrawn_at IS NULL) AS "invitedAt",
    (SELECT max(redeemed_at) FROM invitations WHERE signup_id = signups.id) AS "redeemedAt"
  FROM (SELECT * FROM notifyme_signups AS signups
    WHERE ${condition} AND ${MATCHES} AND (created_at, id) < ({createdAt:time}, {id:text})
    ORDER BY created_at ${order}, id ${order} LIMIT {limit:int} OFFSET {offset:int}) AS signups
  LEFT JOIN signup_decisions ON signup_decisions.signup_id = signups.id
  ORDER BY created_at ${order}, id ${order}` as const;
const SELECT = sql(select('true', 'DESC')).rows<Row>();
const SELECT_OLDEST = sql(select('true', 'ASC')).rows<Row>();
const SELECT_SOME = sql(select('id IN {ids:texts}', 'DESC')).rows<Row>();

const SELECT_STEP = sql(`SELECT max(arrival) AS last, count(*) AS count FROM
  (SELECT rowid AS arrival FROM notifyme_signups WHERE rowid > {after:int} ORDER BY rowid LIMIT ${STEP_ROWS}) AS step`).rows<{
  last: number | null;
  count: number;
}>();
const SELECT_TEXTS = sql(`
  SELECT id, created_at AS "createdAt", ${TEXTS} FROM notifyme_signups AS signups
  WHERE signups.rowid > {after:int} AND signups.rowid <= {last:int} AND ${MATCHES}`).rows<
  Pick<FoundSignup, 'id' | 'createdAt'> & SignupTexts
>();

export function* searchSignups(
  db: Db,
  { search: text, after, ...filter }: SearchStep,
): Op<SearchedSignups> {
  const { last, count } = yield* one(db, SELECT_STEP, { after });
  if (last === null) return { found: [], after: null };
  const folded = foldCase(text);
  const found = (yield* db.all(SELECT_TEXTS, { ...filter, after, last }))
    .filter((signup) => searchTextOf(signup).includes(folded))
    .map(({ id, createdAt }) => ({ id, createdAt }));
  return { found, after: count === STEP_ROWS ? last : null };
}

/** Every time in the database is earlier. */
const FOREVER = Date.UTC(9999, 0);

/** Latest first, and among equal times the greater id, unless the query wants the opposite. */
export function* findSignups(db: Db, query: SignupQuery): Op<FoundSignups> {
  const { ids, before, isOldestFirst } = query;
  const page = { ...query, id: before?.id ?? '', createdAt: before?.createdAt ?? FOREVER };
  const listed = isOldestFirst ? SELECT_OLDEST : SELECT;
  const rows = ids ? yield* db.all(SELECT_SOME, { ...page, ids }) : yield* db.all(listed, page);
  if (ids && isOldestFirst) rows.reverse();
  const secret = yield* readSecret(db);
  const codeOf = (row: Row) => (secret && hasCode(row) ? discountCodeOf(secret, row.id) : null);
  const signups = rows.map((row) => ({ ...row, code: codeOf(row) }));
  if (ids) return { signups, total: ids.length };
  return { signups, ...(yield* one(db, COUNT, query)) };
}
