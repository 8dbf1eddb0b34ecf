import type { Database } from 'better-sqlite3';
import { utcDay } from '#shared/time';
import { FORGOTTEN_TOGETHER, forgetQuartersSql } from '../../rules/quarters.ts';

/** Deletes some quarters of the days before a time. Returns whether there may be more. */
export const forgetQuarters = (db: Database, before: number): boolean =>
  (['pages', 'refusals'] as const).some((what) => {
    const deleted = db.prepare<[string]>(forgetQuartersSql(what, 'rowid', '?')).run(utcDay(before));
    return deleted.changes === FORGOTTEN_TOGETHER;
  });
