import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { describeFault } from '../../database/database-faults.ts';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { readMigrations } from '../../store/sqlite/connection/migrate.ts';
import { createOldFile } from '../../testing/sites/old-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { restoreCommand } from './restore-command.ts';
import { verifyCommand } from './verify.ts';

/** Returns all rows of all tables, and the migrations that are noted. */
function contentOf(file: string) {
  const db = new Sqlite(file, { readonly: true });
  try {
    const list =
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*drizzle*'";
    const names = db.prepare<[], string>(list).pluck().all();
    const rows = names.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
    const journal = db.prepare('SELECT created_at FROM __drizzle_migrations').pluck().all();
    return { rows, journal };
  } finally {
    db.close();
  }
}

const lineOf = (file: string) => {
  try {
    return openSqliteStore(file);
  } catch (error) {
    return describeFault(file, error);
  }
};

test('a backup of commit cfeb04fb is restored, and the start upgrades it without changing a row', async () => {
  const backup = createOldFile();
  const file = temporaryFile('site.db');
  expect(await runData(verifyCommand, file, [backup])).toMatch(
    /^version +older: .*\nintact +every rule holds$/m,
  );
  await runData(restoreCommand, file, [backup]);
  const before = contentOf(file);
  // A restore sends no old message again: it has dropped those that waited.
  const kept = ({ rows }: ReturnType<typeof contentOf>) =>
    rows.filter(([table]) => table !== 'outbox' && table !== 'mailing_recipients');
  expect(kept(before)).toEqual(kept(contentOf(backup)));
  await openSqliteStore(file).close();
  const after = contentOf(file);
  // Beside new columns and tables.
  const known = new Set(before.rows.map(([table]) => table));
  expect(after.rows.filter(([table]) => known.has(table))).toMatchObject(before.rows);
  expect(before.rows.filter(([, rows]) => rows?.length === 0).length).toBeLessThan(4);
  expect(before.journal).toHaveLength(21);
  expect(after.journal).toEqual(readMigrations().map(({ folderMillis }) => folderMillis));
  expect(await runData(verifyCommand, file)).toMatch(/^events +63\n.*intact/ms);
});

test('a row that breaks a rule is named in one line, and the database is left as it is', () => {
  const file = createOldFile("UPDATE outbox SET state = 'lost'");
  const before = contentOf(file);
  expect(lineOf(file)).toMatch(
    /^the database \S+old\.db cannot be used: a row of outbox breaks the rule CHECK \(state IN \(.*'given_up'\)\); correct or delete that row, and start again$/,
  );
  expect(contentOf(file)).toEqual(before);
});

test.each([
  ['with', ''],
  ['without', '; PRAGMA application_id = 0'],
])('a database from before the baseline, %s an id, is refused in one line', async (_, more) => {
  const latest = '(SELECT max(created_at) FROM __drizzle_migrations)';
  const file = createOldFile(
    `DELETE FROM __drizzle_migrations WHERE created_at = ${latest}${more}`,
  );
  const before = contentOf(file);
  const expected = `the database ${file} cannot be used: it is too old for this version; start commit 12d1ebc9 with it once, which upgrades it`;
  expect(lineOf(file)).toBe(expected);
  for (const command of [verifyCommand, restoreCommand])
    expect((await tryData(command, temporaryFile('site.db'), [file])).problem).toBe(expected);
  expect((await tryData(verifyCommand, file)).problem).toBe(expected);
  expect(contentOf(file)).toEqual(before);
});
