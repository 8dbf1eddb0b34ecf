import { readFileSync, writeFileSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { SiteStore } from '../../../database/site-store.ts';
import { openSqliteStore } from '../../../database/sqlite/open-store.ts';
import { fileInMemory } from '../../../testing/temporary-folder.ts';
import { grant, RECIPIENT, text } from '../../testing/store-contract-data.ts';
import { openDatabase } from '../connection/open-file.ts';
import type { IntakeOptions } from '../connection/write-intake.ts';

interface SqliteSite {
  file: string;
  store: SiteStore;
  db: Database;
}

let empty: Buffer | undefined;

/** Returns a file of this test's own, with empty tables: to make them takes longer than most tests. */
export function newSqliteFile(): string {
  const file = fileInMemory('site.db');
  if (!empty) {
    const made = fileInMemory('empty.db');
    openDatabase(made).close();
    empty = readFileSync(made);
  }
  writeFileSync(file, empty, { mode: 0o600 });
  return file;
}

/** Opens a store in a new file, and another connection to that file. */
export function openFile(options?: IntakeOptions): SqliteSite {
  const file = newSqliteFile();
  const store = openSqliteStore(file, options);
  const db = new Sqlite(file);
  onTestFinished(async () => {
    db.close();
    await store.close();
  });
  return { file, store, db };
}

/** Opens a site with Jane's grant, to a text that names the recipient. */
export async function openSite(options?: IntakeOptions): Promise<SqliteSite> {
  const site = openFile(options);
  await site.store.publishConsentTexts([{ ...text(), recipient: RECIPIENT }]);
  await site.store.recordDecision(grant());
  return site;
}
