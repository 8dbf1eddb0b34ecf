import Sqlite from 'better-sqlite3';
import { types } from 'pg';
import { onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../database/postgres/open-store.ts';
import type { SiteStore } from '../database/site-store.ts';
import { openSqliteStore } from '../database/sqlite/open-store.ts';
import { type DatabaseAddress, isPostgres } from '../settings/database-address.ts';
import { columnTypes } from '../store/postgres/connection/column-types.ts';
import { begin } from '../store/postgres/testing/postgres-site.ts';
import { ask } from './programs/postgres.ts';

/** The store that the server's tests run on: SQLite, or in a second run PostgreSQL. */
export const runsOnPostgres = process.env['TEST_STORE'] === 'postgres';

/** A test of a feature that only SQLite has, among tests of both stores. On PostgreSQL it does not exist. */
export const sqliteTest: (name: string, run: () => Promise<void>) => void = runsOnPostgres
  ? () => {}
  : test;

export type OpenTestStore = (database: DatabaseAddress) => SiteStore | Promise<SiteStore>;

export const openTestStore = (
  database: DatabaseAddress,
  options: { maxWaitingRows?: number; lockTimeoutMs?: number } = {},
): SiteStore | Promise<SiteStore> =>
  isPostgres(database) ? openPostgresStore(database, options) : openSqliteStore(database, options);

const ORDERS = {
  events: 'seq',
  consents: 'seq',
  notifyme_signups: 'seq',
  consent_refusals: 'day, source',
  page_counts: 'day, path',
  page_quarters: 'path, quarter',
  refusal_quarters: 'source, quarter',
  client_quarters: 'quarter, act',
  ended_sessions: 'ends_at',
  consent_texts: 'revision, language',
  signup_decisions: 'signup_id',
  confirmations: 'created_at',
  invitations: 'token_hash',
  signup_proofs: 'confirmed_at',
};

export type TestRow = Record<string, unknown>;

/** Returns the rows of a table in SQLite's form, in insertion order. */
export async function rowsOf(
  database: DatabaseAddress,
  table: keyof typeof ORDERS,
): Promise<TestRow[]> {
  if (isPostgres(database)) return postgresRows(database, table);
  return select(
    database,
    `SELECT * FROM ${table} ORDER BY ${ORDERS[table].replace(/^seq$/, 'rowid')}`,
  );
}

/** Reads rows of a SQLite file. Another process may have it open. */
export function select<Row = TestRow>(file: string, sql: string): Row[] {
  const db = new Sqlite(file, { readonly: true });
  try {
    return db.prepare<[], Row>(sql).all();
  } finally {
    db.close();
  }
}

const { BOOL, JSON: JSON_TYPE } = types.builtins;

async function postgresRows(url: string, table: keyof typeof ORDERS): Promise<TestRow[]> {
  const getTypeParser = ((oid: number) => {
    if (oid === BOOL) return (text: string) => Number(text === 't');
    return oid === JSON_TYPE ? String : columnTypes.getTypeParser(oid);
  }) as typeof types.getTypeParser;
  const text = `SELECT * FROM ${table} ORDER BY ${ORDERS[table]}`;
  const rows: TestRow[] = await ask(url, text, { ...types, getTypeParser });
  return table === 'events' ? rows : rows.map(({ seq: _, ...row }) => row);
}

/** Keeps everybody else from writing, as a backup or a repair may do, until it is released or the test ends. */
export async function lockDatabase(database: DatabaseAddress) {
  if (isPostgres(database)) {
    const tables = [...Object.keys(ORDERS), 'turns'].join(', ');
    const client = await begin(database, `LOCK TABLE ${tables} IN EXCLUSIVE MODE`);
    return { release: async () => void (await client.query('COMMIT')) };
  }
  const db = new Sqlite(database);
  onTestFinished(() => void db.close());
  db.exec('BEGIN IMMEDIATE');
  return { release: async () => void db.close() };
}
