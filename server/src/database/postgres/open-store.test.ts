import { describe, expect } from 'vitest';
import {
  begin,
  openBoth,
  openSite,
  openStore,
  postgresTest,
  waitForLock,
} from '../../store/postgres/testing/postgres-site.ts';
import { NOON } from '../../store/testing/store-contract-data.ts';
import { ask, hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { describeReader, describeStore } from '../testing/store-contract.ts';

describe.skipIf(!hasPostgres())('with a PostgreSQL server', () => {
  describeStore('the PostgreSQL store', async () => openStore(await openPostgresDatabase()));
  describeReader('the PostgreSQL reader', openBoth);
});

postgresTest(
  'consents and the audit cannot be changed, emptied or deleted; only consents and what people did, and only in a retention pass',
  async () => {
    const { url, store } = await openSite();
    await store.recordAudit({ at: NOON, kind: 'erase', counts: { events: 1 } });
    const changes = ["UPDATE consents SET language = 'x'", "UPDATE audit SET kind = 'x'"];
    const inPass = (sql: string) => ask(url, `INSERT INTO retention_pass VALUES (1); ${sql}`);
    for (const sql of [...changes, 'DELETE FROM audit', 'TRUNCATE audit', 'TRUNCATE consents'])
      await expect(inPass(sql), sql).rejects.toThrow('append-only');
    const remove = 'DELETE FROM consents';
    await expect(ask(url, remove)).rejects.toThrow('append-only');
    await inPass(remove);
    expect(await ask(url, 'SELECT 1 FROM consents')).toEqual([]);
    await store.recordAct({ personId: null, doneBy: 'token', at: NOON }, 'add_note');
    await ask(url, 'DELETE FROM retention_pass');
    const forget = "DELETE FROM audit WHERE done_by = 'token'";
    await expect(ask(url, forget)).rejects.toThrow('append-only');
    await inPass(forget);
    expect(await ask(url, 'SELECT kind FROM audit')).toEqual([{ kind: 'erase' }]);
  },
);

postgresTest('while many confirm, nobody else waits for a connection', async () => {
  const { url, store } = await openSite();
  const other = await begin(url, 'SELECT pg_advisory_xact_lock(1685414500, 1)');
  const code = { email: 'jane@a.example', code: '123456', at: NOON };
  const wrong = Array.from({ length: 9 }, () => store.confirmByCode(code));
  await waitForLock(url);
  expect(await store.mailState()).toMatchObject({ waiting: 0 });
  await other.query('ROLLBACK');
  expect(new Set(await Promise.all(wrong))).toEqual(new Set(['wrong']));
});
