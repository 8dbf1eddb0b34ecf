import type { ClientBase, Pool, PoolClient } from 'pg';
import { asUnavailable, mayRetry, type SitePool } from './pool.ts';

/** A connection inside a transaction. What is asked without waiting is carried out in the order of asking. */
export type Transaction = Pick<ClientBase, 'query'>;

const ATTEMPTS = 5;

/**
 * Carries out `work` in one transaction, again where another one was in the way; resolves once it is on disk.
 *
 * @throws StoreUnavailableError when the server cannot be reached or cannot write; it may be written all the same
 *   where the connection broke at the very end. Else what `work` throws.
 */
export async function inTransaction<T>(
  pool: SitePool,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, work);
    } catch (error) {
      if (mayRetry(error) && attempt < ATTEMPTS) continue;
      throw asUnavailable(error);
    }
  }
}

async function once<T>(pool: SitePool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const begun = client.query(pool.begin());
    begun.catch(() => {}); // then the first statement of the work fails too
    const result = await work(client);
    await begun;
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** @throws Error when the server rolled back instead, as it does after a statement that failed */
export async function commit(tx: Transaction): Promise<void> {
  const { command } = await tx.query('COMMIT');
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}`);
}

/** Gives the connection back, or up where it is broken. */
export async function rollBack(client: PoolClient): Promise<void> {
  const broken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  client.release(broken);
}

/** Asks outside of any transaction. @throws StoreUnavailableError */
export async function ask<Row extends object>(
  pool: Pool,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>(text, values)).rows;
  } catch (error) {
    throw asUnavailable(error);
  }
}
