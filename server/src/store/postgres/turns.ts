import type { Pool, PoolClient } from 'pg';
import { asUnavailable } from './pool.ts';
import { commit, rollBack, type Transaction } from './transaction.ts';

/** What one process at a time does, over several steps that the store does not see. */
export interface Turn {
  /** The transaction that holds the turn; null while another process has it. */
  take(): Promise<Transaction | null>;
  /** Carries out `work` in that transaction and ends it; false where the turn was not held. @throws StoreUnavailableError */
  end(work: (tx: Transaction) => Promise<void>): Promise<boolean>;
  /** Gives the turn back. */
  giveBack(): Promise<void>;
}

/**
 * The lock on a row of `turns`, in a transaction that stays open meanwhile. It ends with its connection, so that a
 * process that dies is followed at once, and also where a pooler between changes connections after each transaction.
 * Such a transaction reads and holds no snapshot while it is idle.
 */
export function createTurn(pool: Pool, name: 'relay' | 'retention'): Turn {
  let held: PoolClient | null = null;

  /** Nobody else uses the connection from here on. */
  function letGo() {
    const client = held;
    held = null;
    return client;
  }

  return {
    async take() {
      if (held) return held;
      try {
        const client = await pool.connect();
        try {
          await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
          const { rowCount } = await client.query(
            'SELECT 1 FROM turns WHERE name = $1 FOR UPDATE SKIP LOCKED',
            [name],
          );
          if (rowCount === 1) held = client;
          else await rollBack(client);
          return held;
        } catch (error) {
          await rollBack(client);
          throw error;
        }
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    async end(work) {
      const client = letGo();
      if (!client) return false;
      try {
        await work(client);
        await commit(client);
        client.release();
        return true;
      } catch (error) {
        await rollBack(client);
        throw asUnavailable(error);
      }
    },
    async giveBack() {
      const client = letGo();
      if (client) await rollBack(client);
    },
  };
}
