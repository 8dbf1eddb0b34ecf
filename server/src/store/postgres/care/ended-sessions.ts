import type { Pool } from 'pg';
import type { EndedSession } from '../../store.ts';
import { toTimestamp } from '../connection/column-types.ts';
import { ask, type Transaction } from '../connection/transaction.ts';

/**
 * Records that a session of the growth console was signed out before it expired, and deletes the records of expired
 * sessions.
 */
export async function endSession(
  tx: Transaction,
  { hash, endsAt }: EndedSession,
  now: number,
): Promise<void> {
  await tx.query('DELETE FROM ended_sessions WHERE ends_at <= $1', [toTimestamp(now)]);
  await tx.query(
    'INSERT INTO ended_sessions (hash, ends_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING',
    [hash, toTimestamp(endsAt)],
  );
}

export const isSessionEnded = async (pool: Pool, hash: string): Promise<boolean> =>
  (await ask(pool, 'SELECT 1 FROM ended_sessions WHERE hash = $1', [hash])).length > 0;
