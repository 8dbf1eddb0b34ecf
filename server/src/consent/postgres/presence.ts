import { randomBytes } from 'node:crypto';
import { on } from 'node:events';
import type { Client, Pool } from 'pg';
import { txOf, waitFor } from '../../store/postgres/connection/sql.ts';
import type { Transaction } from '../../store/postgres/connection/transaction.ts';
import type { OtherProcesses } from '../consent-texts.sql.ts';

export type Presence = ReturnType<typeof createPresence>;

/** Processes that start together must agree on one revision. */
export const othersOf = (presence: Presence): OtherProcesses => ({
  wait: (db) => waitFor(txOf(db).query(`SELECT 1 FROM turns WHERE name = 'texts' FOR UPDATE`)),
  newest: (db) => waitFor(presence.newestElsewhere(txOf(db))),
  tell: (_, revision) => waitFor(presence.serve(revision)),
});

/**
 * Tells this program from other users of advisory locks in the same database. The number is arbitrary
 * (../../events/postgres/event-lock.ts).
 */
const SERVED = 1685414499;

const NEWEST = `SELECT max(objid::bigint) AS newest FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2 AND classid = ${SERVED} AND pid IS DISTINCT FROM $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Returns whether a server of the site runs on this database. One behind a pooler is not seen: it holds no lock. */
export async function isServed(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ newest: number | null }>(NEWEST, [null]);
  return rows[0]?.newest != null;
}

/**
 * With these settings the server drops the connection of a vanished client after 40 seconds. Its default is two hours.
 */
const KEEP_ALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

/** Longer than a notification takes on any network where the database is used. */
const PROOF_MS = 2_000;

/**
 * Records which revision of the consent text each running process asks with. It is a shared advisory lock on that
 * number, on a connection that belongs to this process, and lasts as long as both (docs/decisions/018-many-writers.md).
 * When the connection cannot hold a lock, this process sees the others' locks, but they do not see this process.
 */
export function createPresence(pool: Pool, { proofMs = PROOF_MS } = {}) {
  let session: Client | undefined;
  /** The server process behind the connection; null until a notification has shown that no other client shares it. */
  let pid: number | null = null;
  let served: number | null = null;

  const lock = async (how: 'lock' | 'unlock', revision: number) => {
    if (session && pid !== null) {
      await session.query(`SELECT pg_advisory_${how}_shared($1, $2)`, [SERVED, revision]);
    }
  };

  /** Checks whether the connection can hold a lock. Call it before `serve`. */
  async function prepare() {
    if (!session || pid !== null) return;
    try {
      if (!(await hearsItself(session, pool, proofMs))) return;
      await session.query(KEEP_ALIVE);
      const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      pid = rows[0]?.pid ?? null;
      if (served !== null) await lock('lock', served);
    } catch {
      // The connection broke, or heard nothing in time. The text is published without a lock, as behind a pooler.
    }
  }

  return {
    prepare,
    /** Uses this connection for the lock. Takes the lock again if an earlier connection held it and broke. */
    async begin(next: Client) {
      session = next;
      pid = null;
      if (served !== null) await prepare();
    },
    /**
     * Returns the newest revision that another process asks with; null when there is no other process or none is known.
     */
    async newestElsewhere(tx: Transaction) {
      const { rows } = await tx.query<{ newest: number | null }>(NEWEST, [pid]);
      return rows[0]?.newest ?? null;
    },
    /** Holds the lock on this revision from now on. */
    async serve(revision: number) {
      const before = served;
      served = revision;
      if (before === revision) return;
      try {
        await lock('lock', revision);
        if (before !== null) await lock('unlock', before);
      } catch {
        // The connection broke. The next one takes the lock again.
      }
    },
  };
}

/**
 * Returns whether a notification reaches the connection, or throws if none does in time: it shows that it leads to the server itself. A pooler that
 * lends its connections for one transaction would keep the lock after this process has ended.
 */
async function hearsItself(session: Client, pool: Pool, proofMs: number): Promise<boolean> {
  const channel = `dubkit_${randomBytes(8).toString('hex')}`;
  const heard = on(session, 'notification', { signal: AbortSignal.timeout(proofMs) });
  try {
    await session.query(`LISTEN ${channel}`);
    await pool.query("SELECT pg_notify($1, '')", [channel]);
    for await (const [notification] of heard) if (notification.channel === channel) return true;
    return false;
  } finally {
    await session.query(`UNLISTEN ${channel}`);
  }
}
