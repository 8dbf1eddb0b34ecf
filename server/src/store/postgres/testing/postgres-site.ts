import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresStore, type PostgresOptions } from '../../../database/postgres/open-store.ts';
import { openPostgresReader } from '../../../database/postgres/reader.ts';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { grant, RECIPIENT, text } from '../../testing/store-contract-data.ts';
import { columnTypes } from '../connection/column-types.ts';

export const postgresTest: typeof test.skip = test.skipIf(!hasPostgres());

/** Opens a store, as each process of a site does. */
export async function openStore(url: string, options: PostgresOptions = {}) {
  const store = await openPostgresStore(url, options);
  onTestFinished(() => store.close());
  return store;
}

/** Opens an empty database with a store and a reader. */
export async function openBoth() {
  const url = await openPostgresDatabase();
  const store = await openStore(url);
  const reader = openPostgresReader(url);
  onTestFinished(() => reader.close());
  return { url, store, reader, change: (sql: string) => ask(url, sql) };
}

/** Opens a site with Jane's grant, to a text that names the recipient. */
export async function openSite(options: PostgresOptions = {}) {
  const url = await openPostgresDatabase();
  const store = await openStore(url, options);
  await store.publishConsentTexts([{ ...text(), recipient: RECIPIENT }]);
  await store.recordDecision(grant());
  return { url, store };
}

/** Begins a transaction of another process. */
export async function begin(url: string, sql = '') {
  const client = new Client({ connectionString: url, types: columnTypes });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; ${sql}`);
  return client;
}

/** Waits until this many statements that contain the text wait for a lock. */
export const waitForLock = (url: string, text = '', count = 1) =>
  vi.waitFor(async () => {
    const waiting = await ask(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
         AND query LIKE '%${text}%'`,
    );
    expect(waiting).toHaveLength(count);
  }, 4_000); // less than the store waits for a lock

/** Breaks the connections to the database for which this condition holds. */
export const breakConnections = (url: string, condition: string) =>
  ask(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`,
  );
