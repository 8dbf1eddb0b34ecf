import type { PoolClient } from 'pg';
import { asUnavailable, type SitePool } from './pool.ts';
import { commit, rollBack, type Transaction } from './transaction.ts';

/** After this time without a query the server ends the transaction, and another process can take the lease. */
const IDLE_TIMEOUT_MS = 60_000;
const SIGNS_PER_TIMEOUT = 4;

/**
 * The right to do a job that only one process may do at a time, over several steps that the store does not see. It is the lock on a row of the table `turns`, in a transaction that stays open until the lease is released. The
 * lock ends with its connection. When a process dies, another one can take the lease at once, even behind a pooler that
 * changes connections after each transaction. When a process stalls, as on a paused machine, another one can take the
 * lease after the timeout. The transaction only reads, and holds no snapshot while it is idle.
 */
export function createLease(
  pool: SitePool,
  name: 'relay' | 'retention' | 'chunks' | 'outbox' | 'webhooks',
  { idleTimeoutMs = IDLE_TIMEOUT_MS }: { idleTimeoutMs?: number } = {},
) {
  let held: PoolClient | null = null;
  let signs: NodeJS.Timeout | undefined;

  function hold(client: PoolClient) {
    held = client;
    // If this query fails, releasing the lease fails too and reports the error.
    const giveSign = () => void client.query('SELECT 1').catch(() => {});
    signs = setInterval(giveSign, idleTimeoutMs / SIGNS_PER_TIMEOUT);
    signs.unref();
  }

  /** Detaches the connection, so that nothing else uses it. */
  function letGo() {
    const client = held;
    held = null;
    clearInterval(signs);
    return client;
  }

  return {
    /** Returns the transaction that holds the lease; null while another process has it. */
    async take(): Promise<Transaction | null> {
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
          await rollBack(client, error);
          throw error;
        }
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    /**
     * Runs `work` in that transaction and ends the transaction. Returns false when the lease was not held.
     *
     * @throws StoreUnavailableError
     */
    async end(work: (tx: Transaction) => Promise<void>): Promise<boolean> {
      const client = letGo();
      if (!client) return false;
      try {
        await work(client);
        await commit(client);
        client.release();
        return true;
      } catch (error) {
        await rollBack(client, error);
        throw asUnavailable(error);
      }
    },
    async giveBack() {
      const client = letGo();
      if (client) await rollBack(client);
    },
  };
}

/** Runs `work` unless another process is doing that job. Returns whether it ran. */
export async function runAlone(
  pool: SitePool,
  job: 'retention' | 'chunks' | 'outbox' | 'webhooks',
  work: () => Promise<void>,
): Promise<boolean> {
  const lease = createLease(pool, job);
  if (!(await lease.take())) return false;
  try {
    await work();
    return true;
  } finally {
    await lease.giveBack();
  }
}
