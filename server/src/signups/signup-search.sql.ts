import type { SignupTexts } from '#shared/signup-texts';
import { searchTextOf } from '../store/search-text.ts';
import { TEXTS } from '../store/signup-columns.ts';
import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { Signup } from '../store/store.ts';

/** Rows made in one transaction. Strangers can fill each with 7,000 characters. */
const MAX_ROWS = 50;

type Texts = Pick<Signup, 'id'> & SignupTexts;

const INSERT = sql(`INSERT INTO signup_search (signup_id, folded)
  SELECT {id:text}, {folded:text} FROM {each} ON CONFLICT DO NOTHING`);
// An erasure waits: its signup must not be found afterwards.
const SELECT_MISSING = sql(`
  SELECT id, ${TEXTS} FROM notifyme_signups
  WHERE id > {after:text} AND NOT EXISTS (SELECT 1 FROM signup_search WHERE signup_id = id)
  ORDER BY id LIMIT ${MAX_ROWS} FOR UPDATE`).rows<Texts>();

/** Stores what a search finds signups by. */
export const insertSearchTexts = (db: Db, signups: readonly Texts[]): Op<void> =>
  db.each(
    INSERT,
    signups.map((signup) => ({ id: signup.id, folded: searchTextOf(signup) })),
  );

/** Makes the missing texts: of signups that a copy or an import left without. */
export function createFillSearch({ writes }: Engine) {
  const fill = writes(MAX_ROWS, function* (db: Db, after: string): Op<string | null> {
    const signups = yield* db.all(SELECT_MISSING, { after });
    yield* insertSearchTexts(db, signups);
    return signups.length < MAX_ROWS ? null : (signups.at(-1)?.id ?? null);
  });
  return async (): Promise<void> => {
    for (let after: string | null = ''; after !== null; ) after = await fill(after);
  };
}
