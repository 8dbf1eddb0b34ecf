import { getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ask, hasPostgres, openPostgresDatabase } from '../testing/programs/postgres.ts';
import * as postgresSchema from './postgres/connection/schema.ts';
import { openDatabase } from './sqlite/connection/open-file.ts';
import * as sqliteSchema from './sqlite/connection/schema.ts';

const ON_SQLITE = `SELECT t.name AS "table", c.name
  FROM sqlite_master AS t, pragma_table_info(t.name) AS c`;
const ON_POSTGRES = `SELECT table_name AS "table", column_name AS name
  FROM information_schema.columns WHERE table_schema = 'public'`;

test.for([
  ['SQLite', sqliteSchema, async () => openDatabase(':memory:').prepare(ON_SQLITE).all()],
  ['PostgreSQL', postgresSchema, async () => ask(await openPostgresDatabase(), ON_POSTGRES)],
] as const)('migrations of %s create the schema', async ([name, schema, read], { skip }) => {
  skip(name === 'PostgreSQL' && !hasPostgres());
  const rows = (await read()) as { table: string; name: string }[];
  const tables = Object.values(schema).filter((table) => is(table, Table));
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    const made = rows.filter((row) => row.table === getTableName(table)).map((row) => row.name);
    const wanted = Object.values(getTableColumns(table)).map((column) => column.name);
    expect(made.sort(), getTableName(table)).toEqual(wanted.sort());
  }
});
