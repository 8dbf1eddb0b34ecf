import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../../../testing/programs/postgres.ts';
import * as schema from './schema.ts';

test.skipIf(!hasPostgres())('the migrations create the columns of the schema', async () => {
  const url = await openPostgresDatabase();
  const rows = await ask(
    url,
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
  );
  const tables = Object.values(schema).filter((table) => is(table, Table));
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    const name = getTableName(table);
    const made = rows.filter((row) => row['table_name'] === name).map((row) => row['column_name']);
    const wanted = Object.values(getTableColumns(table)).map((column) => column.name);
    expect(made.sort(), name).toEqual(wanted.sort());
  }
});
