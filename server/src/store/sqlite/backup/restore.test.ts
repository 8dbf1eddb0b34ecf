import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { openKeptSite } from '../../../testing/sites/kept-site.ts';
import { temporaryFolder } from '../../../testing/test-app.ts';
import { openTestStore, sqliteTest } from '../../../testing/test-database.ts';
import { batch, JANE, NOON, newId } from '../../testing/store-contract-data.ts';
import { backUpDatabase, copyDatabase } from './backup.ts';
import { restoreDatabase } from './restore.ts';

function readColumn(file: string, sql: string) {
  const db = new Sqlite(file);
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
}

/** A site, a backup of it, and the name under which a restore keeps the database that it replaces. */
async function openSite() {
  const { database: file, store } = await openKeptSite(openTestStore);
  const folder = temporaryFolder();
  const [backup, aside] = [join(folder, 'copy.db'), join(folder, 'replaced.db')];
  await copyDatabase(file, backup);
  return { file, store, backup, aside };
}

sqliteTest(
  'the database that is kept aside has all that was written, also while somebody reads an older state',
  async () => {
    const { file, store, backup, aside } = await openSite();
    await store.close();
    const [reader, writer] = [new Sqlite(file), new Sqlite(file)];
    onTestFinished(() => {
      reader.close();
      writer.close();
    });
    reader.exec('BEGIN; SELECT count(*) FROM events');
    writer.exec("UPDATE notifyme_signups SET name = 'late'");
    expect(await restoreDatabase(backup, file, aside, () => {})).toMatchObject({ aside });
    const names = 'SELECT DISTINCT name FROM notifyme_signups ORDER BY 1';
    expect(readColumn(aside, names)).toEqual(['late']);
    expect(readColumn(file, names)).toEqual(['jane', 'john']);
  },
);

sqliteTest('a log that a deleted database left behind is not applied to a new file', async () => {
  const { file, store, backup, aside } = await openSite();
  await store.close();
  const writer = new Sqlite(file);
  writer.exec("UPDATE notifyme_signups SET name = 'stale'");
  for (const target of [file, backup]) {
    copyFileSync(`${file}-wal`, `${target}-kept`);
  }
  writer.close();
  await copyDatabase(backup, `${backup}-2`);
  rmSync(file);
  for (const target of [file, backup]) renameSync(`${target}-kept`, `${target}-wal`);
  await backUpDatabase(`${backup}-2`, backup, () => {});
  await restoreDatabase(backup, file, aside, () => {});
  const names = 'SELECT DISTINCT name FROM notifyme_signups ORDER BY 1';
  expect(readColumn(file, names)).toEqual(['jane', 'john']);
  expect(readColumn(backup, names)).toEqual(['jane', 'john']);
});

sqliteTest(
  'an event that was received in the millisecond of its erasure is erased again',
  async () => {
    const { file, store, backup, aside } = await openSite();
    const at = NOON + 9_000;
    await store.recordEvents(batch({ receivedAt: at }));
    await copyDatabase(file, backup);
    await store.erasePerson({ id: newId(), consentId: JANE, gpc: false, at });
    await store.close();
    await restoreDatabase(backup, file, aside, () => {});
    const left = `SELECT count(*) FROM events WHERE consent_id = '${JANE}'`;
    expect(readColumn(aside, left)).toEqual([0]);
    expect(readColumn(file, left)).toEqual([0]);
  },
);
