import { describe, onTestFinished } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { openBoth } from '../../testing/programs/postgres-store.ts';
import { describeStore } from '../testing/store-contract.ts';
import { describeReader } from '../testing/store-contract-reader.ts';
import { rowGate } from './intake/row-gate.ts';
import { openPostgresStore, type PostgresOptions } from './store.ts';

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
