import type { PoolClient } from 'pg';
import { asUnavailable, type SitePool } from './pool.ts';
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

/** After so long without a sign of life the server ends the transaction, and another process follows. */
const IDLE_TIMEOUT_MS = 60_000;
const SIGNS_PER_TIMEOUT = 4;

/**
 * The lock on a row of `turns`, in a transaction that stays open meanwhile. It ends with its connection, so that a
 * process that dies is followed at once, and also where a pooler between changes connections after each transaction;
 * and one that stands still, as a paused machine does, is followed after a while. Such a transaction reads and holds
 * no snapshot while it is idle.
 */
export function createTurn(
  pool: SitePool,
  name: 'relay' | 'retention',
  { idleTimeoutMs = IDLE_TIMEOUT_MS }: { idleTimeoutMs?: number } = {},
): Turn {
  let held: PoolClient | null = null;
  let signs: NodeJS.Timeout | undefined;

  function hold(client: PoolClient) {
    held = client;
    // What fails here fails again where the turn ends.
    const giveSign = () => void client.query('SELECT 1').catch(() => {});
    signs = setInterval(giveSign, idleTimeoutMs / SIGNS_PER_TIMEOUT);
    signs.unref();
  }

  /** Nobody else uses the connection from here on. */
  function letGo() {
    const client = held;
    held = null;
    clearInterval(signs);
    return client;
  }

  return {
    async take() {
      if (held) return held;
      try {
        const client = await pool.connect();
        try {
          await client.query(pool.begin(idleTimeoutMs));
          const { rowCount } = await client.query(
            'SELECT 1 FROM turns WHERE name = $1 FOR UPDATE SKIP LOCKED',
            [name],
          );
          if (rowCount === 1) hold(client);
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
