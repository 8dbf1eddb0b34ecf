import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { dayOf } from './quarters.ts';

const ADD_TO_DAY = sql(`
  INSERT INTO page_counts (day, path, count) SELECT {day:day}, {path:text}, {count:int} FROM {each}
  ON CONFLICT (day, path) DO UPDATE SET count = page_counts.count + excluded.count`);
const ADD_TO_QUARTER = sql(`
  INSERT INTO page_quarters (path, quarter, count) SELECT {path:text}, {quarter:text}, {count:int} FROM {each}
  ON CONFLICT (path, quarter) DO UPDATE SET count = page_quarters.count + excluded.count`);

/** Adds to the views of one quarter of an hour and of its day. */
export function* addPageCounts(
  db: Db,
  quarter: string,
  counts: ReadonlyMap<string, number>,
): Op<void> {
  const day = dayOf(quarter);
  // In one fixed order, so that two processes that count the same pages never deadlock.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const values = rows.map(([path, count]) => ({ day, quarter, path, count }));
  yield* db.each(ADD_TO_DAY, values);
  yield* db.each(ADD_TO_QUARTER, values);
}
