import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres } from '../../testing/programs/postgres.ts';
import { openBoth } from '../../testing/programs/postgres-store.ts';
import { NOON } from '../testing/store-contract-data.ts';
import { join, queue, start } from '../testing/store-contract-list.ts';

test.skipIf(!hasPostgres())(
  'nobody of a mailing is handed over once another process has paused it, however close both are',
  async () => {
    const { url, store } = await openBoth();
    await join(store, 'jane@example.org');
    const { id } = await start(store, 1);
    const { message } = await store.nextMessage(queue);
    const other = new Client(url);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("BEGIN; UPDATE mailings SET state = 'paused'");
    const started = store.startAttempt(message?.id ?? '', { now: NOON, dueAt: NOON });
    await expect
      .poll(async () => (await other.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount)
      .toBeGreaterThan(0);
    await other.query('COMMIT');
    expect(await started).toBe(false);
    expect((await store.readMailing(id))?.recipients).toMatchObject({ waiting: 1, in_doubt: 0 });
  },
);
