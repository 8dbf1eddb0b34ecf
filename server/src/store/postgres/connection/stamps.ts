import type { Stamps } from '../../database-stamps.ts';
import { sql } from '../../sql/statement.ts';

/**
 * A standby that took over, or a recovery to an earlier time, is on another timeline. A row that came from a dump was written by
 * another transaction than the one that it names. These questions are allowed to every user.
 */
const SELECT = sql(`
  SELECT concat_ws('-', substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8), oid, 'mailings'::regclass::oid, '') AS home,
    (SELECT xmin::text::bigint FROM marks WHERE name = 'mailings_home') AS "writtenBy", txid_current() AS transaction
  FROM pg_database WHERE datname = current_database()`).rows<{
  home: string;
  writtenBy: number | null;
  transaction: number;
}>();
/** Rows have the last 32 bits of the number of their transaction. */
const XMIN_RANGE = 2 ** 32;

const transactionOf = (stamp: string) => Number(/\d*$/.exec(stamp)?.[0]);

export function createStamps(): Stamps {
  /** The last transaction whose stamp this process saw on disk. A server that is put back while it runs has an earlier one. */
  let seen = 0;
  return {
    *next(db, last) {
      const now = yield* db.get(SELECT, {});
      if (!now) throw new TypeError('a database has a name');
      const { home, writtenBy, transaction } = now;
      const before = transactionOf(last ?? '');
      const wentBack = before < seen;
      if (wentBack) seen = transaction; // once the row names it, sending may go on
      const isLast =
        last === null || (last === `${home}${before}` && writtenBy === before % XMIN_RANGE);
      return { isLast: isLast && !wentBack, stamp: `${home}${transaction}` };
    },
    stored(stamp) {
      seen = Math.max(seen, transactionOf(stamp));
    },
  };
}
