import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { openStore } from '../store/postgres/testing/postgres-site.ts';
import { openFile } from '../store/sqlite/testing/sqlite-site.ts';
import { hasPostgres, openPostgresDatabase } from '../testing/programs/postgres.ts';
import { temporaryFile, temporaryFolder } from '../testing/temporary-folder.ts';
import { copyDatabase } from '../upkeep/copy-database.ts';
import { openPostgresTables } from '../upkeep/postgres/copy-tables.ts';
import { compareSchema } from '../upkeep/postgres/schema-objects.ts';
import { backUpDatabase } from '../upkeep/sqlite/backup.ts';
import { openSqliteTables } from '../upkeep/sqlite/copy-tables.ts';
import { restoreDatabase } from '../upkeep/sqlite/restore.ts';
import { verifyDatabase } from '../upkeep/sqlite/verify-database.ts';
import type { SiteStore } from './site-store.ts';
import { describeStore } from './testing/store-contract.ts';

// What this program wrote is never called broken, whatever was done: the whole contract again, with `verify` after each action.

const requireIntact = (file: string, after = '') =>
  expect(verifyDatabase(file).problems, after).toEqual([]);

/** Returns a store that calls `check` after each action that has written, also if it failed. */
function checked({ file, store, db }: ReturnType<typeof openFile>): SiteStore {
  /** Another connection's, which any commit changes. */
  const version = () => db.pragma('data_version', { simple: true });
  let checkedVersion = version();
  const methods = Object.entries(store).map(([name, method]) => {
    const act = async (...args: never[]) => {
      try {
        return await (method as (...given: never[]) => unknown)(...args);
      } finally {
        if (version() !== checkedVersion) requireIntact(file, name);
        checkedVersion = version();
      }
    };
    return [name, act];
  });
  return Object.fromEntries(methods) as SiteStore;
}

describeStore('the SQLite store, verified after each action, backed up and restored', () => {
  const site = openFile();
  const { file, store } = site;
  onTestFinished(async () => {
    const folder = temporaryFolder();
    const [backup, aside] = [join(folder, 'backup.db'), join(folder, 'aside.db')];
    await backUpDatabase(file, backup, requireIntact);
    await store.close();
    await restoreDatabase(backup, file, aside, requireIntact);
    requireIntact(file);
  });
  return checked(site);
});

// PostgreSQL applies the rules of tables to each row as it is written. Those of several rows are checked in a copy.
describe.skipIf(!hasPostgres())('with a PostgreSQL server', () => {
  describeStore('the PostgreSQL store, verified after each test', async () => {
    const url = await openPostgresDatabase();
    const file = temporaryFile('copy.db');
    const store = await openStore(url);
    onTestFinished(async () => {
      expect(await compareSchema(url)).toEqual({ foreign: [], missing: [] });
      const [source, target] = [
        await openPostgresTables(url, { create: false }),
        openSqliteTables(file, { create: true }),
      ];
      expect((await copyDatabase(source, target)).outcome).toBe('copied');
      await Promise.all([source.close(), target.close()]);
      requireIntact(file);
    });
    return store;
  });
});
