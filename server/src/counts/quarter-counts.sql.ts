import { utcDay } from '#shared/time';
import type { Range } from '#shared/time-range';
import type { Share } from '../lib/share-rule.ts';
import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { dayOf, parseQuarter, quartersIn } from './quarters.ts';

const ADD_VIEWS_OF_DAY = sql(`
  INSERT INTO page_counts (day, path, count) SELECT {day:day}, {path:text}, {count:int} FROM {each}
  ON CONFLICT (day, path) DO UPDATE SET count = page_counts.count + excluded.count`);
const ADD_VIEWS = sql(`
  INSERT INTO page_quarters (path, quarter, count) SELECT {path:text}, {quarter:text}, {count:int} FROM {each}
  ON CONFLICT (path, quarter) DO UPDATE SET count = page_quarters.count + excluded.count`);
const ADD_CLIENTS = sql(`
  INSERT INTO client_quarters (act, quarter, count) SELECT {act:text}, {quarter:text}, {count:int} FROM {each}
  ON CONFLICT (quarter, act) DO UPDATE SET count = client_quarters.count + excluded.count`);
const COUNT_CLIENTS = sql(`
  SELECT substr(quarter, 1, 13) AS hour, act, CAST(sum(count) AS bigint) AS count FROM client_quarters
  WHERE quarter BETWEEN {first:text} AND {last:text} GROUP BY 1, 2 ORDER BY 1, 2`).rows<
  Pick<ClientCount, 'act' | 'count'> & { hour: string }
>();

/** The quarters that are deleted in one transaction. The tables by the day keep their counts. */
const FORGOTTEN_TOGETHER = 2_000;

const FORGET_PAGES = sql(`DELETE FROM page_quarters WHERE (path, quarter) IN
  (SELECT path, quarter FROM page_quarters WHERE quarter < {day:text} LIMIT ${FORGOTTEN_TOGETHER})`);
const FORGET_REFUSALS = sql(`DELETE FROM refusal_quarters WHERE (source, quarter) IN
  (SELECT source, quarter FROM refusal_quarters WHERE quarter < {day:text} LIMIT ${FORGOTTEN_TOGETHER})`);
const FORGET_CLIENTS = sql(`DELETE FROM client_quarters WHERE (act, quarter) IN
  (SELECT act, quarter FROM client_quarters WHERE quarter < {day:text} LIMIT ${FORGOTTEN_TOGETHER})`);
const COUNT_QUARTERS = sql(`
  SELECT count(*) AS rows, count(*) FILTER (WHERE quarter < {day:text}) AS expired FROM page_quarters
  UNION ALL SELECT count(*), count(*) FILTER (WHERE quarter < {day:text}) FROM refusal_quarters
  UNION ALL SELECT count(*), count(*) FILTER (WHERE quarter < {day:text}) FROM client_quarters`).rows<Share>();

/** In one fixed order, so that two processes that count the same never deadlock. */
const inOrder = (counts: ReadonlyMap<string, number>) =>
  [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Adds to the views of one quarter of an hour, `2026-11-22T14:15` (UTC), and of its day. */
function* addPageCounts(db: Db, quarter: string, counts: ReadonlyMap<string, number>): Op<void> {
  const day = dayOf(quarter);
  const values = inOrder(counts).map(([path, count]) => ({ day, quarter, path, count }));
  yield* db.each(ADD_VIEWS_OF_DAY, values);
  yield* db.each(ADD_VIEWS, values);
}

/** Adds to the clients of one quarter of an hour, by what they did. */
const addClientCounts = (db: Db, quarter: string, counts: ReadonlyMap<string, number>): Op<void> =>
  db.each(
    ADD_CLIENTS,
    inOrder(counts).map(([act, count]) => ({ act, quarter, count })),
  );

/** How many clients did something in an hour. */
export interface ClientCount {
  /** When the hour starts. */
  at: number;
  act: string;
  count: number;
}

/** Counts the clients of a range by what they did, in each hour (UTC). */
function* countClients(db: Db, range: Range): Op<ClientCount[]> {
  const rows = yield* db.all(COUNT_CLIENTS, quartersIn(range));
  return rows.map(({ hour, act, count }) => ({ at: parseQuarter(`${hour}:00`), act, count }));
}

/** Counts, for each table of counts by the quarter of an hour, its rows and those of the days before a time. */
const countQuarters = (db: Db, before: number): Op<Share[]> =>
  db.all(COUNT_QUARTERS, { day: utcDay(before) });

/** Deletes some quarters of the days before a time. Returns whether there may be more. */
function* forgetQuarters(db: Db, before: number): Op<boolean> {
  const day = utcDay(before);
  if ((yield* db.run(FORGET_PAGES, { day })) === FORGOTTEN_TOGETHER) return true;
  if ((yield* db.run(FORGET_CLIENTS, { day })) === FORGOTTEN_TOGETHER) return true;
  return (yield* db.run(FORGET_REFUSALS, { day })) === FORGOTTEN_TOGETHER;
}

/** The part of the store that counts page views and clients, by the quarter of an hour. */
export type CountStore = ReturnType<typeof createCounts>;

export const createCounts = ({ reads, writes }: Engine) => ({
  addPageCounts: writes((_, counts) => counts.size, addPageCounts),
  addClientCounts: writes((_, counts) => counts.size, addClientCounts),
  countClients: reads(countClients),
  countQuarters: reads(countQuarters),
  // Takes as long as writing about 200 rows.
  forgetQuarters: writes(200, forgetQuarters),
});
