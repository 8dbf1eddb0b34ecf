import { describe, onTestFinished } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { describeStore } from '../testing/store-contract.ts';
import { describeReader } from '../testing/store-contract-reader.ts';
import { rowGate } from './intake/row-gate.ts';
import { openPostgresReader } from './reports/reader.ts';
import { openPostgresStore, type PostgresOptions } from './store.ts';

async function openBoth() {
  const url = await openPostgresDatabase();
  const store = await openPostgresStore(url);
  const reader = openPostgresReader(url);
  onTestFinished(async () => {
    await reader.close();
    await store.close();
  });
  return { store, reader };
}

const open = async (options?: PostgresOptions) => {
  const store = await openPostgresStore(await openPostgresDatabase(), options);
  onTestFinished(() => store.close());
  return store;
};

describe.skipIf(!hasPostgres())('with a PostgreSQL server', () => {
  describeStore('the PostgreSQL store', () => open());
  describeReader('the PostgreSQL reader', openBoth);
  describeStore('the PostgreSQL store without advisory locks', () => open({ gate: rowGate }));
});
