import type { Pool } from 'pg';
import { exportRows } from '../../reports/export/export-rows.sql.ts';
import { readStoredBytes } from '../../reports/scan/postgres/stored-bytes.ts';
import {
  type ChunkSource,
  createScanMemory,
  makeNextChunk,
  scanEvents,
} from '../../reports/scan/scan-events.sql.ts';
import { asUnavailable, openPool } from '../../store/postgres/connection/pool.ts';
import { createDb, finish } from '../../store/postgres/connection/sql.ts';
import { rollBack, type Transaction } from '../../store/postgres/connection/transaction.ts';
import { createReportStore, type SiteReader } from '../site-store.ts';

/** Opens a reader beside processes that write. It connects with the first query. */
export function openPostgresReader(url: string): SiteReader {
  const memory = createScanMemory();
  // Each connection is used once: the machine behind it may be gone by the next question, and no time limit would end that one.
  const pool = openPool(url, { maxConnections: 2, maxUses: 1, queryTimeoutMs: 0, pipeline: false });
  const read = <T>(ask: (tx: Transaction) => Promise<T>) => inSnapshot(pool, ask);
  return {
    scanEvents: (range, visit, again) =>
      read((tx) => {
        const source: ChunkSource = {
          readBytes: (parts) => readStoredBytes(tx, parts),
          isInOrder: false,
        };
        return finish(scanEvents(createDb(tx), source, range, memory, visit, again));
      }),
    makeChunk: (parts) => read((tx) => finish(makeNextChunk(createDb(tx), parts))),
    exportRows: (...args) =>
      eachInSnapshot(pool, (tx) => {
        const statements = createDb(tx);
        return exportRows((operation) => finish(operation(statements)), ...args);
      }),
    ...createReportStore({
      reads:
        (operation) =>
        (...args) =>
          read((tx) => finish(operation(createDb(tx), ...args))),
    }),
    close: () => pool.end(),
  };
}

/** One state of the database for everything that is read, however long it takes. */
async function* eachInSnapshot<T>(
  pool: Pool,
  read: (tx: Transaction) => AsyncIterable<T>,
): AsyncIterable<T> {
  try {
    const client = await pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await endWithReader(client);
      yield* read(client);
    } finally {
      await rollBack(client);
    }
  } catch (error) {
    throw asUnavailable(error);
  }
}

/**
 * Lets the server end a statement within a second after its reader has gone: a report that nobody waits for is stopped
 * by terminating its thread. PostgreSQL has the setting since version 14, and not on every system. Without it, a
 * statement runs to its end.
 */
async function endWithReader(tx: Transaction): Promise<void> {
  await tx.query('SAVEPOINT setting');
  const name = 'client_connection_check_interval';
  await tx
    .query(`SELECT set_config(name, '1000', true) FROM pg_settings WHERE name = '${name}'`)
    .catch(() => tx.query('ROLLBACK TO SAVEPOINT setting'));
}

async function inSnapshot<T>(pool: Pool, read: (tx: Transaction) => Promise<T>): Promise<T> {
  const answers = eachInSnapshot(pool, async function* (tx) {
    yield await read(tx);
  });
  for await (const answer of answers) return answer;
  throw new Error('a question has one answer');
}
