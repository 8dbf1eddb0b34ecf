import { expect, onTestFinished, test } from 'vitest';
import { openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { openPool } from '../postgres/connection/pool.ts';
import { createDb, finish } from '../postgres/connection/sql.ts';
import { inTransaction } from '../postgres/connection/transaction.ts';
import { postgresTest } from '../postgres/testing/postgres-site.ts';
import * as sqlite from '../sqlite/connection/sql.ts';
import type { Db, Op } from './operation.ts';
import { sql } from './statement.ts';

// What statements write and read is shown by the store's contract.
const INSERT = sql(
  'INSERT INTO marks (name, value, at) VALUES ({name:text}, {value:text}, {at:time})',
);
const MARK = { name: 'a', value: 'b', at: 1 };

// On SQLite nothing waits, so the stack is whole anyway.
postgresTest('an error on PostgreSQL says which operations were running', async () => {
  const pool = openPool(await openPostgresDatabase());
  onTestFinished(() => pool.end());
  function* insert(db: Db): Op<void> {
    yield* db.run(INSERT, MARK);
  }
  function* insertTwice(db: Db): Op<void> {
    yield* insert(db);
    yield* insert(db);
  }
  const inserted = inTransaction(pool, (tx) => finish(insertTwice(createDb(tx))));
  const error = await inserted.catch((thrown: Error) => thrown);
  expect(error?.stack).toMatch(/insert\b[\s\S]*insertTwice/);
});

test('an operation on SQLite that waits for something else than its statements is an error', () => {
  function* wait() {
    yield Promise.resolve();
  }
  expect(() => sqlite.finish(wait())).toThrow(/nothing to wait for/);
});
