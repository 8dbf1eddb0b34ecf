import type { Db, Op } from '../sql/operation.ts';
import { sql } from '../sql/statement.ts';
import type { RowCounts } from '../store.ts';

const COUNT = sql(`
  SELECT (SELECT count(*) FROM notifyme_signups) AS signups, (SELECT count(*) FROM consents) AS consents,
    (SELECT count(*) FROM events) AS events`).rows<RowCounts>();

export function* countRows(db: Db): Op<RowCounts> {
  return (yield* db.get(COUNT, {})) ?? { signups: 0, consents: 0, events: 0 };
}
