import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { openPool } from './pool.ts';
import { createTurn } from './turns.ts';

const postgresTest = test.skipIf(!hasPostgres());
const IDLE_MS = 400;

/** Two processes that take turns, so to speak. */
async function open() {
  const url = await openPostgresDatabase();
  const take = () => {
    const pool = openPool(url);
    const turn = createTurn(pool, 'relay', { idleTimeoutMs: IDLE_MS });
    onTestFinished(async () => {
      await turn.giveBack();
      await pool.end();
    });
    return turn;
  };
  return { url, a: take(), b: take() };
}

/** As a machine that is paused does: no timer runs. */
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

postgresTest('a turn is held for as long as its process runs', async () => {
  const { url, a, b } = await open();
  expect(await a.take()).not.toBeNull();
  await vi.waitFor(async () => {
    const [holder] = await ask(
      url,
      `SELECT extract(epoch FROM now() - xact_start) * 1000 AS ms FROM pg_stat_activity
       WHERE state LIKE 'idle in transaction'`,
    );
    expect(Number(holder?.['ms'])).toBeGreaterThan(3 * IDLE_MS);
  }, 10_000);
  expect(await b.take()).toBeNull();
  expect(await a.end(async () => {})).toBe(true);
  expect(await b.take()).not.toBeNull();
});

postgresTest('a process that stands still loses its turn, and finds that out', async () => {
  const { a, b } = await open();
  expect(await a.take()).not.toBeNull();
  standStill(3 * IDLE_MS);
  await vi.waitFor(async () => expect(await b.take()).not.toBeNull());
  await expect(a.end(async () => {})).rejects.toThrow(/25P03|CONNECTION_LOST/);
  expect(await a.take()).toBeNull();
});
