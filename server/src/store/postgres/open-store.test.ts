import { describe } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { describeReader, describeStore } from '../testing/store-contract.ts';
import { openBoth, openStore } from './testing/postgres-site.ts';

describe.skipIf(!hasPostgres())('with a PostgreSQL server', () => {
  describeStore('the PostgreSQL store', async () => openStore(await openPostgresDatabase()));
  describeReader('the PostgreSQL reader', openBoth);
});
