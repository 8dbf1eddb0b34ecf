import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { openPool } from '../postgres/connection/pool.ts';
import * as postgres from '../postgres/connection/sql.ts';
import { inTransaction } from '../postgres/connection/transaction.ts';
import { openDatabase } from '../sqlite/connection/open-file.ts';
import * as sqlite from '../sqlite/connection/sql.ts';
import type { Db, Op } from './operation.ts';
import { sql } from './statement.ts';

// What statements write and read is shown by the store's contract.
const INSERT = sql(
  'INSERT INTO marks (name, value, at) VALUES ({name:text}, {value:text}, {at:time})',
);
const INSERT_EACH = sql(
  'INSERT INTO marks (name, value, at) SELECT {name:text}, {value:text}, {at:time} FROM {each}',
);
const MARK = { name: 'a', value: 'b', at: 1 };

type Run = (operation: (db: Db) => Op<void>) => Promise<void>;

function openSqlite(): Run {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  return async (operation) => sqlite.finish(operation(sqlite.createDb(database)));
}

function openPostgres(): Run {
  const opened = openPostgresDatabase().then((url) => openPool(url));
  onTestFinished(async () => (await opened).end());
  return async (operation) =>
    inTransaction(await opened, (tx) => postgres.finish(operation(postgres.createDb(tx))));
}

describe.each([
  ['SQLite', openSqlite],
  ...(hasPostgres() ? [['PostgreSQL', openPostgres] as const] : []),
] as const)('operations on %s', (_, open) => {
  test('an error says which operations were running', async () => {
    function* insertAgain(db: Db): Op<void> {
      yield* db.run(INSERT, MARK);
    }
    function* insertTwice(db: Db): Op<void> {
      yield* db.each(INSERT_EACH, [MARK]);
      yield* insertAgain(db);
    }
    const error = await open()(insertTwice).catch((thrown: Error) => thrown);
    expect(error?.stack).toMatch(/insertAgain[\s\S]*insertTwice/);
  });
});

test('an operation on SQLite that waits for something else than its statements is an error', () => {
  function* wait() {
    yield Promise.resolve();
  }
  expect(() => sqlite.finish(wait())).toThrow(/nothing to wait for/);
});
