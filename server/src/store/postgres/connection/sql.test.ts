import { describe, onTestFinished } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import { describeSql } from '../../testing/sql-contract.ts';
import { openPool } from './pool.ts';
import { createDb, finish } from './sql.ts';
import { inTransaction } from './transaction.ts';

describe.skipIf(!hasPostgres())('with a PostgreSQL server', () => {
  describeSql('operations on PostgreSQL', () => {
    const opened = openPostgresDatabase().then((url) => openPool(url));
    onTestFinished(async () => (await opened).end());
    return async (operation) => {
      let result: Promise<unknown> | undefined;
      const undo = new Error('rolled back');
      await inTransaction(await opened, async (tx) => {
        result = finish(operation(createDb(tx)));
        await result;
        throw undo;
      }).catch((error) => {
        if (error !== undo) throw error;
      });
      return result as Promise<never>;
    };
  });
});
