import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { RowCounts } from '../store/store.ts';

const COUNT = sql(`
  SELECT (SELECT count(*) FROM notifyme_signups) AS signups, (SELECT count(*) FROM consents) AS consents,
    (SELECT count(*) FROM events) AS events`).rows<RowCounts>();

export function* countRows(db: Db): Op<RowCounts> {
  return (yield* db.get(COUNT, {})) ?? { signups: 0, consents: 0, events: 0 };
}
