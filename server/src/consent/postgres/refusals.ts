import type { Client, Pool } from 'pg';
import { z } from 'zod';
import {
  asLibpqReads,
  clientOf,
  KEEP_ALIVE_MS,
  refuseStandby,
} from '../../store/postgres/connection/pool.ts';
import { createServers } from '../../store/postgres/connection/servers.ts';
import { createRefusalMemory, type Refusal, type RefusalMemory } from '../refusal-memory.ts';
import type { Presence } from './presence.ts';

const CHANNEL = 'dubkit_refusals';
const RETRY_MS = 1_000;

/**
 * Shares, between all processes, the refusals that leave no row. Processes notify each other, and nothing is kept on
 * disk. This is the only consent state that a process keeps in memory; what is on record is read each time. Behind a
 * pooler that changes connections between transactions, a process knows only its own refusals.
 */
export function openRefusals(url: string, pool: Pool, presence: Presence) {
  const memory = createRefusalMemory();
  // A connection of this process alone, which is reopened when it breaks and also holds the locks of presence.ts.
  const servers = createServers(asLibpqReads(url));
  const SiteClient = clientOf(servers);
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect() {
    const position = servers.position();
    const own = new SiteClient({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client = own;
    own.on('error', () => {});
    own.on('end', () => {
      if (closed) return;
      retry = setTimeout(connect, RETRY_MS);
      retry.unref();
    });
    own.on('notification', ({ payload = '' }) => {
      const refusal = parseRefusal(payload);
      if (refusal) memory.note(refusal);
    });
    try {
      await own.connect();
      await refuseStandby(own, false);
      await own.query(`LISTEN ${CHANNEL}`);
      await presence.begin(own);
    } catch {
      servers.next(position);
      await own.end(); // which starts another attempt
    }
  }

  const ready = connect();
  return {
    /** Resolves after the first attempt to connect, whether it succeeds or fails. */
    ready,
    guard: (record: Parameters<RefusalMemory['guard']>[0]) =>
      memory.guard(record, (refusal) => {
        const values = [CHANNEL, JSON.stringify(refusal)];
        pool.query('SELECT pg_notify($1, $2)', values).catch(() => {});
      }),
    async close() {
      closed = true;
      clearTimeout(retry);
      await ready;
      await client?.end().catch(() => {});
    },
  };
}

const refusalSchema = z.object({
  hash: z.string().regex(/^[\w-]{43}$/),
  decidedAt: z.int(),
});

/**
 * Parses a refusal from another process. Returns null for anything else, because any client of the database may notify.
 */
function parseRefusal(payload: string): Refusal | null {
  try {
    return refusalSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
