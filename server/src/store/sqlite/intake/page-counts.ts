import { sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { pageCounts } from '../connection/schema.ts';

/** Adds to the views of one quarter of an hour. Runs inside a transaction of the intake. */
export function addPageCounts(
  orm: BetterSQLite3Database,
  quarter: string,
  counts: ReadonlyMap<string, number>,
): void {
  for (const [path, count] of counts) {
    orm
      .insert(pageCounts)
      .values({ day: quarter, path, count })
      .onConflictDoUpdate({
        target: [pageCounts.day, pageCounts.path],
        set: { count: sql`${pageCounts.count} + excluded.count` },
      })
      .run();
  }
}
