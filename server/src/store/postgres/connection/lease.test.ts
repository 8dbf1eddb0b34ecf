import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { createLease } from './lease.ts';
import { openPool } from './pool.ts';

const postgresTest = test.skipIf(!hasPostgres());
const IDLE_MS = 400;

/** Two processes that compete for the same lease. */
async function open() {
  const url = await openPostgresDatabase();
  const take = () => {
    const pool = openPool(url);
    const lease = createLease(pool, 'relay', { idleTimeoutMs: IDLE_MS });
    onTestFinished(async () => {
      await lease.giveBack();
      await pool.end();
    });
    return lease;
  };
  return { url, a: take(), b: take() };
}

/** Acts as a paused machine does: no timer runs. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

postgresTest('a lease is held for as long as its process runs', async () => {
  const { url, a, b } = await open();
  expect(await a.take()).not.toBeNull();
  await vi.waitFor(async () => {
    const [holder] = await ask(
      url,
      `SELECT extract(epoch FROM now() - xact_start) * 1000 AS ms FROM pg_stat_activity
       WHERE state = 'idle in transaction' AND datname = current_database()`,
    );
    expect(Number(holder?.['ms'])).toBeGreaterThan(3 * IDLE_MS);
  }, 10_000);
  expect(await b.take()).toBeNull();
  expect(await a.end(async () => {})).toBe(true);
  expect(await b.take()).not.toBeNull();
});

postgresTest('a stalled process loses its lease and notices it', async () => {
  const { a, b } = await open();
  expect(await a.take()).not.toBeNull();
  standStill(3 * IDLE_MS);
  await vi.waitFor(async () => expect(await b.take()).not.toBeNull());
  await expect(a.end(async () => {})).rejects.toThrow(/25P03|CONNECTION_LOST/);
  expect(await a.take()).toBeNull();
});
