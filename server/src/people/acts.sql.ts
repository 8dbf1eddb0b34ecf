import type { ActsReport } from '#shared/people';
import type { WithTimes } from '../lib/iso-times.ts';
import type { Share } from '../lib/share-rule.ts';
import { type Db, type Op, one } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

export type ActRow = WithTimes<ActsReport['acts'][number]>;

const FORGOTTEN_TOGETHER = 300;

const SELECT = sql(`
  SELECT audit.id, at, kind, done_by AS "by", thing, people.name AS person, signup_id AS signup
  FROM audit LEFT JOIN people ON people.id = thing
  WHERE done_by IS NOT NULL AND audit.id < {before:int} AND ({person:text?} IS NULL OR person_id = {person:text?})
  ORDER BY audit.id DESC LIMIT {limit:int}`).rows<ActRow>();
const COUNT = sql(`
  SELECT count(*) AS rows, count(*) FILTER (WHERE at < {before:time}) AS expired FROM audit WHERE done_by IS NOT NULL`).rows<Share>();
const OPEN_PASS = sql('INSERT INTO retention_pass (id) VALUES (1)');
const CLOSE_PASS = sql('DELETE FROM retention_pass');
const FORGET = sql(`
  DELETE FROM audit WHERE id IN
    (SELECT id FROM audit WHERE done_by IS NOT NULL AND at < {before:time} LIMIT ${FORGOTTEN_TOGETHER})`);

/** Returns what was done in the console before an entry, the latest first: by a person, or null for by anybody. */
export const readActs = (
  db: Db,
  page: { person: string | null; before: number; limit: number },
): Op<ActRow[]> => db.all(SELECT, page);

/** Counts what was done in the console, and what of it is from before a time. */
export const countActs = (db: Db, before: number): Op<Share> => one(db, COUNT, { before });

/** Deletes some of it. Returns whether there may be more. */
export function* forgetActs(db: Db, before: number): Op<boolean> {
  yield* db.run(OPEN_PASS, {});
  const forgotten = yield* db.run(FORGET, { before });
  yield* db.run(CLOSE_PASS, {});
  return forgotten === FORGOTTEN_TOGETHER;
}
