import type { PoolClient } from 'pg';
import { asUnavailable, type SitePool } from './pool.ts';
import { commit, rollBack, type Transaction } from './transaction.ts';

/** The right to a job that one process at a time does, over several steps that the store does not see. */
export interface Lease {
  /** Returns the transaction that holds the lease; null while another process has it. */
  take(): Promise<Transaction | null>;
  /** Carries out `work` in that transaction and ends it. Returns false where the lease was not held. @throws StoreUnavailableError */
  end(work: (tx: Transaction) => Promise<void>): Promise<boolean>;
  /** Gives the lease back. */
  giveBack(): Promise<void>;
}

/** After so long without a sign of life the server ends the transaction, and another process follows. */
const IDLE_TIMEOUT_MS = 60_000;
const SIGNS_PER_TIMEOUT = 4;

/**
 * A lease is the lock on a row of the table `turns`, in a transaction that stays open until the lease is given back. The
 * lock ends with its connection. When a process dies, another one can take the lease at once, also where a pooler
 * changes connections after each transaction. When a process stands still, as on a paused machine, another one can take
 * the lease after a while. The transaction only reads, and holds no snapshot while it is idle.
 */
export function createLease(
  pool: SitePool,
  name: 'relay' | 'retention',
  { idleTimeoutMs = IDLE_TIMEOUT_MS }: { idleTimeoutMs?: number } = {},
): Lease {
  let held: PoolClient | null = null;
  let signs: NodeJS.Timeout | undefined;

  function hold(client: PoolClient) {
    held = client;
    // What fails here fails again where the lease ends.
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

/** Does `work` unless another process is at that job. Returns whether it did. */
export async function runAlone(
  pool: SitePool,
  job: 'retention',
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
