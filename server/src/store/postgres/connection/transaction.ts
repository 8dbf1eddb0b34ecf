import type { ClientBase, Pool, PoolClient } from 'pg';
import { asUnavailable, isLost, mayRetry, type SitePool } from './pool.ts';

/** A connection inside a transaction. Statements sent without waiting run in the order of the calls. */
export type Transaction = Pick<ClientBase, 'query'>;

const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction, and again when another transaction conflicted. Resolves once it is on disk.
 *
 * @throws StoreUnavailableError when the server cannot be reached or cannot write. If the connection broke during the
 *   commit, the transaction may still be on disk. Otherwise, throws what `work` throws
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
    begun.catch(() => {}); // if it fails, the first statement of `work` fails too
    const result = await work(client);
    await begun;
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await rollBack(client, error);
    throw error;
  }
}

/** @throws Error when the server rolled back instead, as it does after a failed statement */
export async function commit(tx: Transaction): Promise<void> {
  const { command } = await tx.query('COMMIT');
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}`);
}

/**
 * Returns the connection to the pool, or closes it if it is lost.
 *
 * @param error what ended the transaction
 */
export async function rollBack(client: PoolClient, error?: unknown): Promise<void> {
  if (isLost(error)) return client.release(error as Error);
  client.release(
    await client.query('ROLLBACK').then(
      () => undefined,
      (failure: Error) => failure,
    ),
  );
}

/**
 * Runs a query outside any transaction.
 *
 * @throws StoreUnavailableError
 */
export async function ask<Row extends object>(
  pool: Pick<Pool | PoolClient, 'query'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>(text, values)).rows;
  } catch (error) {
    throw asUnavailable(error);
  }
}
