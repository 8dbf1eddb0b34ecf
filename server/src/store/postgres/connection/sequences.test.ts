import { expect, onTestFinished, test } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { batch, grant, text } from '../../testing/store-contract-data.ts';
import { compareSchema } from '../backup/schema-objects.ts';
import { openPostgresStore } from '../open-store.ts';

test.skipIf(!hasPostgres())(
  'rows that were put back without their sequence are found, and a start goes on behind them',
  async () => {
    const url = await openPostgresDatabase();
    const open = async () => {
      const store = await openPostgresStore(url);
      onTestFinished(() => store.close());
      return store;
    };
    const store = await open();
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    await store.recordEvents(batch());
    expect((await compareSchema(url)).missing).toEqual([]);
    await ask(url, 'ALTER SEQUENCE events_seq_seq RESTART WITH 1');
    expect((await compareSchema(url)).missing).toEqual([
      expect.stringMatching(/^numbers: those of events are behind its last row, \d+;/),
    ]);
    await expect(store.recordEvents(batch())).rejects.toThrow('duplicate key');
    expect((await (await open()).recordEvents(batch())).outcome).toBe('recorded');
    expect((await compareSchema(url)).missing).toEqual([]);
  },
);

test.skipIf(!hasPostgres())('a database may write dates in another style', async () => {
  const url = await openPostgresDatabase();
  const name = new URL(url).pathname.slice(1);
  await ask(url, `ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  expect((await store.recordEvents(batch())).outcome).toBe('recorded');
  expect((await store.readAudit()).length).toBe(0);
});
