import type { Range } from '#shared/time-range';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { ClientCount } from '../store/store.ts';
import { parseQuarter, quartersIn } from './quarters.ts';

const ADD = sql(`
  INSERT INTO client_quarters (act, quarter, count) SELECT {act:text}, {quarter:text}, {count:int} FROM {each}
  ON CONFLICT (quarter, act) DO UPDATE SET count = client_quarters.count + excluded.count`);
const SUM = sql(`
  SELECT substr(quarter, 1, 13) AS hour, act, CAST(sum(count) AS bigint) AS count FROM client_quarters
  WHERE quarter BETWEEN {first:text} AND {last:text} GROUP BY 1, 2 ORDER BY 1, 2`).rows<
  Pick<ClientCount, 'act' | 'count'> & { hour: string }
>();

export function* addClientCounts(
  db: Db,
  quarter: string,
  counts: ReadonlyMap<string, number>,
): Op<void> {
  // In one fixed order, so that two processes never deadlock.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  yield* db.each(
    ADD,
    rows.map(([act, count]) => ({ act, quarter, count })),
  );
}

export function* countClients(db: Db, range: Range): Op<ClientCount[]> {
  const rows = yield* db.all(SUM, quartersIn(range));
  return rows.map(({ hour, act, count }) => ({ at: parseQuarter(`${hour}:00`), act, count }));
}
