import { utcDay } from '#shared/time';
import type { Share } from '../lib/share-rule.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

/** The quarters that are deleted in one transaction. The tables by the day keep their counts. */
const FORGOTTEN_TOGETHER = 2_000;

const FORGET_PAGES = sql(`DELETE FROM page_quarters WHERE (path, quarter) IN
  (SELECT path, quarter FROM page_quarters WHERE quarter < {day:text} LIMIT ${FORGOTTEN_TOGETHER})`);
const FORGET_REFUSALS = sql(`DELETE FROM refusal_quarters WHERE (source, quarter) IN
  (SELECT source, quarter FROM refusal_quarters WHERE quarter < {day:text} LIMIT ${FORGOTTEN_TOGETHER})`);
const FORGET_CLIENTS = sql(`DELETE FROM client_quarters WHERE (act, quarter) IN
  (SELECT act, quarter FROM client_quarters WHERE quarter < {day:text} LIMIT ${FORGOTTEN_TOGETHER})`);

const COUNT = sql(`
  SELECT count(*) AS rows, count(*) FILTER (WHERE quarter < {day:text}) AS expired FROM page_quarters
  UNION ALL SELECT count(*), count(*) FILTER (WHERE quarter < {day:text}) FROM refusal_quarters
  UNION ALL SELECT count(*), count(*) FILTER (WHERE quarter < {day:text}) FROM client_quarters`).rows<Share>();

export const countQuarters = (db: Db, before: number): Op<Share[]> =>
  db.all(COUNT, { day: utcDay(before) });

/** Deletes some quarters of the days before a time. Returns whether there may be more. */
export function* forgetQuarters(db: Db, before: number): Op<boolean> {
  const day = utcDay(before);
  if ((yield* db.run(FORGET_PAGES, { day })) === FORGOTTEN_TOGETHER) return true;
  if ((yield* db.run(FORGET_CLIENTS, { day })) === FORGOTTEN_TOGETHER) return true;
  return (yield* db.run(FORGET_REFUSALS, { day })) === FORGOTTEN_TOGETHER;
}
