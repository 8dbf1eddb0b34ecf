import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { dayOf } from '../../rules/quarters.ts';
import { pageCounts, pageQuarters } from '../connection/schema.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Adds to the views of one quarter of an hour and of its day. */
export async function addPageCounts(
  tx: Transaction,
  quarter: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  if (counts.size === 0) return;
  const day = dayOf(quarter);
  // In one fixed order, so that two processes that count the same pages never deadlock.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const orm = drizzle(tx as PoolClient);
  await orm
    .insert(pageCounts)
    .values(rows.map(([path, count]) => ({ day, path, count })))
    .onConflictDoUpdate({
      target: [pageCounts.day, pageCounts.path],
      set: { count: sql`${pageCounts.count} + excluded.count` },
    });
  await orm
    .insert(pageQuarters)
    .values(rows.map(([path, count]) => ({ path, quarter, count })))
    .onConflictDoUpdate({
      target: [pageQuarters.path, pageQuarters.quarter],
      set: { count: sql`${pageQuarters.count} + excluded.count` },
    });
}
