import { expect, onTestFinished, test } from 'vitest';
import { describeSql } from '../../testing/sql-contract.ts';
import { openDatabase } from './open-file.ts';
import { createDb, finish } from './sql.ts';

describeSql('operations on SQLite', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  const db = createDb(database);
  return async (operation) => {
    database.exec('BEGIN');
    try {
      return finish(operation(db));
    } finally {
      database.exec('ROLLBACK');
    }
  };
});

test('an operation that waits for something else than its statements is an error', () => {
  function* wait() {
    yield Promise.resolve();
  }
  expect(() => finish(wait())).toThrow(/nothing to wait for/);
});
