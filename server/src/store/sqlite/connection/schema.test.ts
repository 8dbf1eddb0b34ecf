import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from './open-file.ts';
import * as schema from './schema.ts';

test('the migrations create the columns of the schema', () => {
  const db = openDatabase(':memory:');
  const tables = Object.values(schema).filter((table) => is(table, Table));
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    const name = getTableName(table);
    const made = db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(name);
    const wanted = Object.values(getTableColumns(table)).map((column) => column.name);
    expect(made.sort(), name).toEqual(wanted.sort());
  }
});
