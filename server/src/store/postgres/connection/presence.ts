import { randomBytes } from 'node:crypto';
import type { Client, Pool } from 'pg';
import type { Transaction } from './transaction.ts';

type Session = Pick<Client, 'query' | 'on' | 'off'>;

/**
 * Which revision of the consent text each running process asks with: a shared advisory lock on that number, held by a
 * connection of the process's own for as long as both live (docs/decisions/018-many-writers.md).
 */
export interface Presence {
  /** Uses this connection for the lock. Takes the lock again if an earlier connection held it and broke. */
  begin(session: Session): Promise<void>;
  /** Finds out whether the connection can hold a lock. Call it before `serve`. */
  prepare(): Promise<void>;
  /** Returns the newest revision that another process asks with; null where there is no other, or none is known. */
  newestElsewhere(tx: Transaction): Promise<number | null>;
  /** Holds the lock on this revision from now on. */
  serve(revision: number): Promise<void>;
}

/** Of this program, among other users of advisory locks in the same database: any number would do (advisory-gate.ts). */
const SERVED = 1685414499;

const NEWEST = `SELECT max(objid::bigint) AS newest FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2 AND classid = ${SERVED} AND pid IS DISTINCT FROM $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** With these the server drops a connection whose client has vanished after 40 seconds; by default after two hours. */
const KEEP_ALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

/** Longer than a notification takes on any network that the database is used across. */
const PROOF_MS = 2_000;

/** For servers without advisory locks: no process knows of the others. */
export const unknownPresence: Presence = {
  async begin() {},
  async prepare() {},
  async newestElsewhere() {
    return null;
  },
  async serve() {},
};

/** Where the connection cannot hold a lock, the process sees the locks of the others, but they do not see it. */
export function createPresence(pool: Pool, { proofMs = PROOF_MS } = {}): Presence {
  let session: Session | undefined;
  /** The server's process behind the connection; null until a notification has shown that it is this connection's alone. */
  let pid: number | null = null;
  let served: number | null = null;

  const lock = async (how: 'lock' | 'unlock', revision: number) => {
    if (session && pid !== null) {
      await session.query(`SELECT pg_advisory_${how}_shared($1, $2)`, [SERVED, revision]);
    }
  };

  const presence: Presence = {
    async begin(next) {
      session = next;
      pid = null;
      if (served !== null) await presence.prepare();
    },
    async prepare() {
      if (!session || pid !== null) return;
      try {
        if (!(await hearsItself(session, pool, proofMs))) return;
        await session.query(KEEP_ALIVE);
        const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        pid = rows[0]?.pid ?? null;
        if (served !== null) await lock('lock', served);
      } catch {
        // As where the server offers no sessions: the text is published as if there were no other process.
      }
    },
    async newestElsewhere(tx) {
      const { rows } = await tx.query<{ newest: number | null }>(NEWEST, [pid]);
      return rows[0]?.newest ?? null;
    },
    async serve(revision) {
      const before = served;
      served = revision;
      if (before === revision) return;
      try {
        await lock('lock', revision);
        if (before !== null) await lock('unlock', before);
      } catch {
        // The connection broke: the next one takes the lock.
      }
    },
  };
  return presence;
}

/**
 * Returns whether a notification reaches the connection, which shows that it is one to the server itself. A pooler that
 * lends out its connections for a transaction each would keep the lock on one of them when the process is long gone.
 */
async function hearsItself(session: Session, pool: Pool, proofMs: number): Promise<boolean> {
  const channel = `dubkit_${randomBytes(8).toString('hex')}`;
  const giveUp = new AbortController();
  const heard = hear(session, channel, giveUp.signal);
  const timer = setTimeout(() => giveUp.abort(), proofMs);
  try {
    await session.query(`LISTEN ${channel}`);
    await pool.query("SELECT pg_notify($1, '')", [channel]);
    return await heard;
  } finally {
    clearTimeout(timer);
    giveUp.abort();
    await session.query(`UNLISTEN ${channel}`);
  }
}

/** Resolves when something is heard on the channel, or with false when the signal is aborted. */
function hear(session: Session, channel: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const listener = (notification: { channel: string }) => {
      if (notification.channel === channel) resolve(true);
    };
    session.on('notification', listener);
    signal.addEventListener('abort', () => {
      session.off('notification', listener);
      resolve(false);
    });
  });
}
