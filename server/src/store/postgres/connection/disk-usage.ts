import type { Pool } from 'pg';
import type { StoreUsage } from '../../store.ts';
import { ask } from './transaction.ts';

/** Returns the bytes of the database. Its log and its disk are on another machine. */
export async function diskUsage(pool: Pool): Promise<Omit<StoreUsage, 'writesWaiting'>> {
  const [size] = await ask<{ bytes: number }>(
    pool,
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return { fileBytes: size?.bytes ?? 0, walBytes: 0, freeBytes: null };
}
