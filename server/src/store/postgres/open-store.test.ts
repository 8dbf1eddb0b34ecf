import { describe, expect } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { describeReader, describeStore } from '../testing/store-contract.ts';
import { NOON } from '../testing/store-contract-data.ts';
import { openBoth, openSite, openStore, postgresTest } from './testing/postgres-site.ts';

describe.skipIf(!hasPostgres())('with a PostgreSQL server', () => {
  describeStore('the PostgreSQL store', async () => openStore(await openPostgresDatabase()));
  describeReader('the PostgreSQL reader', openBoth);
});

postgresTest(
  'consents and the audit cannot be changed, emptied or deleted; only consents, and only in a retention pass',
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
  },
);
