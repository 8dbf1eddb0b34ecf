import { describe, onTestFinished } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { openBoth } from '../../testing/programs/postgres-store.ts';
import { describeReader, describeStore } from '../testing/store-contract.ts';
import { openPostgresStore } from './open-store.ts';

const open = async () => {
  const store = await openPostgresStore(await openPostgresDatabase());
  onTestFinished(() => store.close());
  return store;
};

describe.skipIf(!hasPostgres())('with a PostgreSQL server', () => {
  describeStore('the PostgreSQL store', open);
  describeReader('the PostgreSQL reader', openBoth);
});
