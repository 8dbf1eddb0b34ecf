import { sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { dayOf } from '../../rules/quarters.ts';
import { pageCounts, pageQuarters } from '../connection/schema.ts';

/** Adds to the views of one quarter of an hour and of its day. Runs inside a transaction of the intake. */
export function addPageCounts(
  orm: BetterSQLite3Database,
  quarter: string,
  counts: ReadonlyMap<string, number>,
): void {
  const day = dayOf(quarter);
  for (const [path, count] of counts) {
    orm
      .insert(pageCounts)
      .values({ day, path, count })
      .onConflictDoUpdate({
        target: [pageCounts.day, pageCounts.path],
        set: { count: sql`${pageCounts.count} + excluded.count` },
      })
      .run();
    orm
      .insert(pageQuarters)
      .values({ path, quarter, count })
      .onConflictDoUpdate({
        target: [pageQuarters.path, pageQuarters.quarter],
        set: { count: sql`${pageQuarters.count} + excluded.count` },
      })
      .run();
  }
}
