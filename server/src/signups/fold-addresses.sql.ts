import { mailableAddress } from '#shared/email-address';
import { foldEmail } from '../lib/fold-email.ts';
import { mergePeople } from '../list/list-of-person.sql.ts';
import { queueRemoved } from '../mail/outbox/notices.sql.ts';
import type { RemovedSignup, ToldOfRemoved } from '../store/mail-store.ts';
import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { FoldedAddresses, Signup } from '../store/store.ts';
import { LOCK_ADDRESSES, mergeSignups } from './confirmations.sql.ts';
import { UNUSUAL } from './signup-requests.sql.ts';

/** Rows changed in one transaction, for which signups wait on PostgreSQL. */
const MAX_ROWS = 100;

type Row = Pick<Signup, 'id' | 'email'>;
type Twin = Row & RemovedSignup;

const unfolded = <const Unusual extends string>(unusual: Unusual) =>
  `SELECT id, email FROM notifyme_signups WHERE ${unusual} OR email <> lower(email)` as const;
const SELECT_UNFOLDED = sql({
  sqlite: unfolded(UNUSUAL.sqlite),
  postgres: unfolded(UNUSUAL.postgres),
}).rows<Row>();
/** An older version of the program, which does not know LOCK_ADDRESSES, may not insert a twin meanwhile either. */
const LOCK = sql({
  sqlite: 'SELECT 1 WHERE false',
  postgres: 'LOCK TABLE notifyme_signups IN SHARE ROW EXCLUSIVE MODE',
});
const SELECT_TWINS =
  sql(`SELECT id, email, signup_type AS "signupType", created_at AS "createdAt" FROM notifyme_signups
  WHERE id IN {ids:texts} OR lower(email) IN {emails:texts}
  ORDER BY confirmed_at IS NULL, created_at, id`).rows<Twin>();
// One that waits is still sent to who has not confirmed.
const KEEP_MESSAGES = sql(`UPDATE outbox SET signup_id = {keep:text}
  WHERE signup_id IN {ids:texts} AND kind = 'confirmation'
    AND (SELECT confirmed_at FROM notifyme_signups WHERE id = {keep:text}) IS NULL`);
const STORE = sql('UPDATE notifyme_signups SET email = {email:text} WHERE id = {id:text}');
/** It is made again: ./signup-search.sql.ts. */
const FORGET_SEARCH = sql('DELETE FROM signup_search WHERE signup_id = {id:text}');

/**
 * Brings the addresses of existing rows to the form of ../lib/fold-email.ts, and merges those that become equal. Of twins
 * the confirmed one stays, and otherwise the oldest. It runs at each start and not as a migration: an older version of
 * the program may run beside this one, and a restored or copied database may hold any address.
 */
export function createFoldAddresses({ reads, writes }: Engine) {
  const find = reads((db: Db) => db.all(SELECT_UNFOLDED, {}));
  const fold = writes((rows: readonly Row[], _?: ToldOfRemoved) => 2 * rows.length, foldRows);
  return async (told?: ToldOfRemoved): Promise<FoldedAddresses> => {
    const rows = (await find()).filter(({ email }) => {
      const folded = foldEmail(email);
      // What is no address says nothing about who it was.
      return folded !== email && mailableAddress(folded) !== null;
    });
    const result: FoldedAddresses = { changed: 0, merged: 0 };
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      const { changed, merged } = await fold(rows.slice(start, start + MAX_ROWS), told);
      result.changed += changed;
      result.merged += merged;
    }
    return result;
  };
}

/** Returns the signups that have an address among these in some form, by person. */
function* findPersons(db: Db, rows: readonly Row[]): Op<Map<string, Twin[]>> {
  const ids = rows.map(({ id }) => id);
  const emails = rows.map(({ email }) => foldEmail(email));
  const persons = new Map<string, Twin[]>();
  for (const row of yield* db.all(SELECT_TWINS, { ids, emails })) {
    const email = foldEmail(row.email);
    persons.set(email, [...(persons.get(email) ?? []), row]);
  }
  return persons;
}

function* foldRows(db: Db, rows: readonly Row[], told?: ToldOfRemoved): Op<FoldedAddresses> {
  yield* db.all(LOCK_ADDRESSES, {});
  yield* db.all(LOCK, {});
  const result = { changed: 0, merged: 0 };
  for (const [email, [keep, ...twins]] of yield* findPersons(db, rows)) {
    if (!keep) continue;
    if (twins.length > 0) {
      const move = { keep: keep.id, ids: twins.map(({ id }) => id) };
      yield* db.run(KEEP_MESSAGES, move);
      yield* mergePeople(db, move.keep, move.ids);
      result.merged += yield* mergeSignups(db, move.keep, move.ids);
      yield* queueRemoved(db, twins, told);
    }
    if (keep.email === email) continue;
    result.changed += yield* db.run(STORE, { id: keep.id, email });
    yield* db.run(FORGET_SEARCH, { id: keep.id });
  }
  return result;
}
