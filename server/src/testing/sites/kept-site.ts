import Sqlite from 'better-sqlite3';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  scroll,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { openAskingStore } from '../test-app.ts';
import type { OpenTestStore } from '../test-database.ts';

/**
 * Opens a database with a consent text, and with a signup, a grant and three events each of Jane and John. It stays
 * open until the test ends.
 */
export async function openKeptSite(openStore: OpenTestStore) {
  const { database, store } = await openAskingStore(openStore);
  for (const [consentId, name] of [
    [JANE, 'jane'],
    [JOHN, 'john'],
  ] as const) {
    await store.insertSignup(signup({ name, email: `${name}@example.org` }));
    await store.recordDecision(grant({ consentId }));
    await store.recordEvents(batch({ consentId, events: [scroll(25), scroll(50), scroll(75)] }));
  }
  return { database, store };
}

/** The same on SQLite, changed by this SQL; no process has it open. */
export async function createKeptFile(sql = '') {
  const { database, store } = await openKeptSite(openSqliteStore);
  await store.close();
  change(database, sql);
  return database;
}

/** Returns the numbers of rows in a file. */
export async function countKept(file: string) {
  const store = openSqliteStore(file);
  const rows = await store.countRows();
  await store.close();
  return rows;
}

/** Changes a file as another program would. */
export function change(file: string, sql: string) {
  const db = new Sqlite(file);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}
