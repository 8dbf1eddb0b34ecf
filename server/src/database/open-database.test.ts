import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../start-error.ts';
import { NewerDatabaseError } from '../store/database-version.ts';
import { checkDatabase } from '../store/sqlite/connection/check-database.ts';
import { createSqliteStore, openSqliteStore } from '../store/sqlite/open-store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { batch, grant } from '../store/testing/store-contract-data.ts';
import { NOON, temporaryFolder } from '../testing/test-app.ts';
import { keepReading, openStore, readDatabase, readNamedFile } from './open-database.ts';

const texts = [{ hash: 'one', language: 'en', recipient: null, text: '{}', publishedAt: NOON }];
/** Opens the file as a user with read-only access does. File permissions are no help: tests may run as root. */
const openReadOnly = (file: string) => new Sqlite(file, { readonly: true });

async function createDatabase() {
  const file = join(temporaryFolder(), 'site.db');
  const { store } = await openStore(file, texts);
  await store.close();
  return file;
}

async function lineOf(act: Promise<unknown>): Promise<string> {
  const error = await act.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

/** Opens the database as another program does. */
function openElsewhere(file: string) {
  const other = new Sqlite(file);
  onTestFinished(() => void other.close());
  return other;
}

test('a read-only database stops the start, even if its text is already published, and the doctor reports it', async () => {
  const file = await createDatabase();
  const open = (path: string) => createSqliteStore(openReadOnly(path), {});
  const line = await lineOf(openStore(file, texts, { open }));
  expect(line).toMatch(/^the database \S+site\.db cannot be opened and written: .*; check .+$/);
  expect(() => checkDatabase(file, openReadOnly)).toThrow('readonly');
  expect(checkDatabase(file)).toBe('writable');
});

test('a lock that another process holds stops the start, and a named file is called locked, not forbidden', async () => {
  const file = await createDatabase();
  const other = openElsewhere(file);
  other.exec('BEGIN IMMEDIATE');
  const open = (path: string) => openSqliteStore(path, { lockTimeoutMs: 50 });
  expect(await lineOf(openStore(file, texts, { open }))).toMatch(/site\.db is locked by another/);
  other.exec('COMMIT; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const read = () => new Sqlite(file, { readonly: true, timeout: 50 }).pragma('schema_version');
  expect(() => readNamedFile(file, read)).toThrow(/^the file \S+site\.db is locked by another/);
});

test('a database of a newer version stops the start with one line, and the doctor says the same', async () => {
  const file = await createDatabase();
  const later = Date.UTC(2099, 2, 14);
  openElsewhere(file).exec(
    `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${later})`,
  );
  expect(await lineOf(openStore(file, texts))).toMatch(
    /site\.db was written by a newer version of this program: .* 2099-03-14; .+$/,
  );
  expect(() => checkDatabase(file)).toThrow(NewerDatabaseError);
});

test('a new database, its log and its lock are for their owner only', async () => {
  const mask = process.umask(0o022);
  onTestFinished(() => void process.umask(mask));
  const file = join(temporaryFolder(), 'site.db');
  const { store } = await openStore(file, texts);
  onTestFinished(() => store.close());
  const paths = [file, `${file}-wal`, `${file}-shm`, `${file}-lock`];
  for (const path of paths) expect(statSync(path).mode & 0o777, path).toBe(0o600);
});

test('a database has one server, by any path, and is free when that one closes or fails to open', async () => {
  const file = await createDatabase();
  const link = join(temporaryFolder(), 'link.db');
  symlinkSync(file, link);
  const fail = () => {
    throw new StoreUnavailableError('SQLITE_IOERR');
  };
  await lineOf(openStore(file, texts, { open: fail }));
  const { store } = await openStore(file, texts);
  for (const path of [file, link]) {
    expect(await lineOf(openStore(path, texts))).toMatch(
      /in use by another server; stop that server/,
    );
  }
  await store.close();
  const again = await openStore(link, texts);
  await again.store.close();
});

test('a file that is no database, or has no tables, is named in the error of a reader', async () => {
  const folder = temporaryFolder();
  const read = (name: string) =>
    readDatabase(join(folder, name), (reader) => reader.deliveryState());
  writeFileSync(join(folder, 'notes.txt'), 'no database\n'.repeat(999));
  expect(await lineOf(read('notes.txt'))).toMatch(
    /notes\.txt is not an intact SQLite database: .*DATABASE_URL/,
  );
  writeFileSync(join(folder, 'empty.db'), '');
  expect(await lineOf(read('empty.db'))).toMatch(/empty\.db belongs to an older version/);
  expect(await lineOf(read('none.db'))).toMatch(/there is no database at .*none\.db/);
});

test('a bug is not blamed on the file', async () => {
  const bug = () => {
    throw new TypeError('a bug');
  };
  const file = await createDatabase();
  await expect(openStore(file, texts, { open: bug })).rejects.toThrow(TypeError);
  await expect(readDatabase(file, async () => bug())).rejects.toThrow(TypeError);
});

test('what was read is kept for a minute at most, so a row that was changed by hand shows then', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = join(temporaryFolder(), 'site.db');
  const { store } = await openStore(file, texts);
  onTestFinished(() => store.close());
  await store.recordDecision(grant({ textHash: 'one' }));
  await store.recordEvents(batch());
  const read = keepReading(file);
  const paths = () =>
    read(async (reader) => {
      const found: (string | null)[] = [];
      await reader.scanEvents({ from: null, to: null }, (chunk) => {
        found.push(...chunk.contextTable().map(({ path }) => path));
      });
      return found;
    });
  const before = await paths();
  openElsewhere(file).exec("UPDATE events SET path = '/changed'");
  expect(await paths()).toEqual(before);
  vi.advanceTimersByTime(60_001);
  expect(await paths()).toEqual(['/changed']);
});
