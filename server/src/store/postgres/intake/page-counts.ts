import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { pageCounts } from '../connection/schema.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Adds to the views of one quarter of an hour. */
export async function addPageCounts(
  tx: Transaction,
  quarter: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  if (counts.size === 0) return;
  // In one fixed order, so that two processes that count the same pages never deadlock.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await drizzle(tx as PoolClient)
    .insert(pageCounts)
    .values(rows.map(([path, count]) => ({ day: quarter, path, count })))
    .onConflictDoUpdate({
      target: [pageCounts.day, pageCounts.path],
      set: { count: sql`${pageCounts.count} + excluded.count` },
    });
}
