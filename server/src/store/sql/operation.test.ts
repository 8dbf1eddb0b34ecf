import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { openPool } from '../postgres/connection/pool.ts';
import * as postgres from '../postgres/connection/sql.ts';
import { inTransaction } from '../postgres/connection/transaction.ts';
import { openDatabase } from '../sqlite/connection/open-file.ts';
import * as sqlite from '../sqlite/connection/sql.ts';
import type { Db, Op } from './operation.ts';
import { sql } from './statement.ts';

/** Runs an operation in a transaction that is rolled back in the end. */
type RunOperation = <T>(operation: (db: Db) => Op<T>) => Promise<T>;

// The types of values and their nulls are shown by the store's contract.
const CREATE = sql({
  sqlite: 'CREATE TABLE things (id text PRIMARY KEY, amount integer)',
  postgres: 'CREATE TEMPORARY TABLE things (id text PRIMARY KEY, amount bigint) ON COMMIT DROP',
});
interface Thing {
  id: string;
  amount: number;
}
const INSERT = sql('INSERT INTO things (id, amount) VALUES ({id:text}, {amount:int})');
const INSERT_EACH = sql(
  'INSERT INTO things (id, amount) SELECT {id:text}, {amount:int} FROM {each}',
);
const SELECT_IN = sql(
  'SELECT id FROM things WHERE id IN {ids:texts} AND amount NOT IN {amounts:ints} ORDER BY id',
).rows<{ id: string }>();
const SELECT_FROM = sql(
  'SELECT wanted.value AS id, amount FROM {ids:texts} AS wanted LEFT JOIN things ON id = wanted.value ORDER BY 1',
).rows<{ id: string; amount: number | null }>();
const FULL: Thing = { id: 'a', amount: 1 };

function* createThings(db: Db, things: readonly Thing[]): Op<void> {
  yield* db.run(CREATE, {});
  yield* db.each(INSERT_EACH, things);
}

function openSqlite(): RunOperation {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  const db = sqlite.createDb(database);
  return async (operation) => {
    database.exec('BEGIN');
    try {
      return sqlite.finish(operation(db));
    } finally {
      database.exec('ROLLBACK');
    }
  };
}

function openPostgres(): RunOperation {
  const opened = openPostgresDatabase().then((url) => openPool(url));
  onTestFinished(async () => (await opened).end());
  return async (operation) => {
    let result: Promise<unknown> | undefined;
    const undo = new Error('rolled back');
    await inTransaction(await opened, async (tx) => {
      result = postgres.finish(operation(postgres.createDb(tx)));
      await result;
      throw undo;
    }).catch((error) => {
      if (error !== undo) throw error;
    });
    return result as Promise<never>;
  };
}

describe.each([
  ['SQLite', openSqlite],
  ...(hasPostgres() ? [['PostgreSQL', openPostgres] as const] : []),
] as const)('operations on %s', (_, open) => {
  test('lists can be searched and joined, and may be empty', async () => {
    const found = await open()(function* (db): Op<unknown[]> {
      yield* createThings(db, [FULL, { id: 'b', amount: 2 }, { id: 'c', amount: 3 }]);
      return [
        yield* db.all(SELECT_IN, { ids: ['c', 'a', 'x'], amounts: [3] }),
        yield* db.all(SELECT_IN, { ids: ['c', 'a'], amounts: [] }),
        yield* db.all(SELECT_IN, { ids: [], amounts: [] }),
        yield* db.all(SELECT_FROM, { ids: ['x', 'b'] }),
      ];
    });
    const [a, c] = [{ id: 'a' }, { id: 'c' }];
    const joined = [expect.objectContaining({ amount: 2 }), { id: 'x', amount: null }];
    expect(found).toEqual([[a], [a, c], [], joined]);
  });

  test('a missing value is an error', async () => {
    const incomplete = { id: 'a' } as Thing; // as the compiler forbids
    function* insert(db: Db, things: Thing[]): Op<void> {
      yield* createThings(db, things);
      yield* db.run(INSERT, incomplete);
    }
    const run = open();
    await expect(run((db) => insert(db, []))).rejects.toThrow(/amount/);
    await expect(run((db) => insert(db, [incomplete]))).rejects.toThrow(/amount/);
  });

  test('an error says which operations were running', async () => {
    function* insertAgain(db: Db): Op<void> {
      yield* db.run(INSERT, FULL);
    }
    function* insertTwice(db: Db): Op<void> {
      yield* createThings(db, [FULL]);
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
