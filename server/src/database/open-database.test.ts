import { linkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifyCommand } from '../cli/data/verify.ts';
import { StartError } from '../lib/start-error.ts';
import { checkPostgres } from '../store/postgres/connection/check-database.ts';
import { JOURNAL, readMigrations } from '../store/postgres/connection/migrate.ts';
import { postgresTest } from '../store/postgres/testing/postgres-site.ts';
import { openProxy } from '../store/postgres/testing/proxy.ts';
import { checkDatabase } from '../store/sqlite/connection/check-database.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { batch, grant } from '../store/testing/store-contract-data.ts';
import {
  ask,
  openEmptyPostgresDatabase,
  openPostgresDatabase,
} from '../testing/programs/postgres.ts';
import { runData, tryData } from '../testing/sites/run-data.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { NOON } from '../testing/test-app.ts';
import { asStartError } from './database-faults.ts';
import {
  keepReading,
  openForCommand,
  openStore,
  openTables,
  readDatabase,
  readNamedFile,
  withStore,
} from './open-database.ts';
import { createSqliteStore, openSqliteStore } from './sqlite/open-store.ts';

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
  const { message } = error as StartError;
  expect(message).not.toContain('\n');
  return message;
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

test('a hard link is no second database, because its log would be another: nothing opens it', async () => {
  const file = await createDatabase();
  const link = join(temporaryFolder(), 'link.db');
  linkSync(file, link);
  const refused = /link\.db cannot be used: .*another name/;
  for (const act of [
    () => openStore(link, texts),
    () => openForCommand(link),
    () => withStore(link, (store) => store.countRows()),
    () => readDatabase(link, (reader) => reader.deliveryState()),
    () => openTables(link, { create: false }),
    async () => checkDatabase(link),
  ]) {
    const error = await act().catch((reason: unknown) => asStartError(link, reason));
    expect((error as StartError).message, String(act)).toMatch(refused);
  }
  const { store } = await openStore(file, texts);
  await store.close();
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

test('a native module that this Node cannot load is not blamed on the file, and nobody is told to rebuild it', async () => {
  const file = await createDatabase();
  const module = join(temporaryFolder(), 'other.node');
  writeFileSync(module, 'for another system');
  const load = () => process.dlopen({ exports: {} }, module) as never;
  const loadOfOtherNode = () => {
    const message = `The module '${module}'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 93.`;
    throw Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' });
  };
  const loadNone = () => createRequire(import.meta.url)('bindings')('none.node') as never;
  for (const [open, line] of [
    [
      load,
      /^better-sqlite3 cannot be loaded: .*other\.node: .*; .* for another system: .* npm ci$/,
    ],
    [
      loadNone,
      /^better-sqlite3 cannot be loaded: its file better_sqlite3\.node is missing; .* npm ci/,
    ],
    [
      loadOfOtherNode,
      /^better-sqlite3 was built for another Node than this v\d.* npm start or npm ci/,
    ],
  ] as const) {
    expect(await lineOf(openStore(file, texts, { open }))).toMatch(line);
    expect(await lineOf(readDatabase(file, open))).toMatch(line);
  }
});

test('a bug is not blamed on the file, and no missing package either', async () => {
  const bug = () => {
    throw new TypeError('a bug');
  };
  const missing = () => import('./none'.concat('.js'));
  const file = await createDatabase();
  for (const [open, error] of [
    [bug, 'a bug'],
    [() => statSync(1 as never) as never, /must be of type string/],
    [missing, /none/],
  ] as const) {
    await expect(openStore(file, texts, { open })).rejects.toThrow(error);
    await expect(readDatabase(file, async () => open())).rejects.not.toBeInstanceOf(StartError);
  }
});

test('why a file cannot be opened is one line, and the disk may be full', async () => {
  const file = await createDatabase();
  const open = () => {
    throw Object.assign(new Error('the disk\nis full'), { code: 'ENOSPC' });
  };
  expect(await lineOf(openStore(file, texts, { open }))).toMatch(
    /cannot be opened and written: the disk is full; check .* the space on its disk/,
  );
});

test('what was read is kept for a minute at most, so a row that was changed by hand shows then', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = join(temporaryFolder(), 'site.db');
  const { store } = await openStore(file, texts);
  onTestFinished(() => store.close());
  await store.recordDecision(grant({ textHash: 'one' }));
  await store.recordEvents(batch());
  const { read, close } = keepReading(file);
  onTestFinished(close);
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
  // The next reader is kept as long, but none that has failed.
  openElsewhere(file).exec("UPDATE events SET path = '/again'");
  expect(await paths()).toEqual(['/changed']);
  await expect(read(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
  expect(await paths()).toEqual(['/again']);
});

postgresTest(
  'a kept reader connects anew for each question: the last one’s machine may be gone',
  async () => {
    const { url, vanish } = await openProxy(await openPostgresDatabase());
    const { read, close } = keepReading(url);
    onTestFinished(close);
    const waiting = () => read(async (reader) => (await reader.deliveryState()).waiting);
    expect(await waiting()).toBe(0);
    vanish();
    expect(await waiting()).toBe(0);
  },
);

postgresTest('a database may have several servers, which agree on the revision', async () => {
  const url = await openEmptyPostgresDatabase();
  const opened = await Promise.all(Array.from({ length: 4 }, () => openStore(url, texts)));
  onTestFinished(async () => {
    for (const { store } of opened) await store.close();
  });
  expect(opened.map(({ revision }) => revision)).toEqual([1, 1, 1, 1]);
  const count = readMigrations().length;
  expect(await ask(url, 'SELECT count(*) FROM __drizzle_migrations')).toEqual([{ count }]);
});

postgresTest('a failing start prints one line, without user and password', async () => {
  const url = await openPostgresDatabase();
  const { host } = new URL(url);
  const away = 'postgres://jane:hush@127.0.0.1:1/site';
  expect(await lineOf(openStore(away, texts))).toMatch(
    /^the database postgres:\/\/127\.0\.0\.1:1\/site cannot be reached or written: connect ECONNREFUSED 127\.0\.0\.1:1; check .*$/,
  );
  expect(await lineOf(openStore(`postgres://postgres:hush@${host}/none`, texts))).toMatch(
    /^the database postgres:\/\/\S+\/none cannot be reached or written: database "none" does not exist; /,
  );
  const reading = readDatabase(away, (reader) => reader.deliveryState());
  expect(await lineOf(reading)).toMatch(/127\.0\.0\.1:1\/site cannot be reached/);
});

postgresTest('databases of older and newer versions are recognised', async () => {
  const url = await openEmptyPostgresDatabase();
  const read = () => readDatabase(url, (reader) => reader.deliveryState());
  expect(await lineOf(read())).toMatch(/belongs to an older version or another program; start/);
  expect(await lineOf(withStore(url, (store) => store.countRows()))).toMatch(/older version/);
  expect(await checkPostgres(url)).toMatchObject({ tables: 'absent' });
  const { store } = await openStore(url, texts);
  await store.close();
  expect(await checkPostgres(url)).toEqual({ tables: 'ready', losesCommits: null });
  const careless = await checkPostgres(`${url}?options=-c%20synchronous_commit=off`);
  expect(careless.losesCommits).toBe('synchronous_commit');
  expect(await withStore(url, (own) => own.countRows())).toMatchObject({ events: 0 });
  const later = Date.UTC(2099, 2, 14);
  await ask(url, `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${later})`);
  const newer = /written by a newer version of this program: .*2099-03-14;/;
  expect(await lineOf(openStore(url, texts))).toMatch(newer);
  expect(await lineOf(withStore(url, (own) => own.countRows()))).toMatch(newer);
  const first = '(SELECT min(created_at) FROM __drizzle_migrations)';
  await ask(url, `DELETE FROM __drizzle_migrations WHERE created_at > ${first}`);
  expect(await checkPostgres(url)).toMatchObject({ tables: 'older' });
});

postgresTest(
  'a database of the last version before the baseline is upgraded, if no row breaks a rule, and an older one is refused',
  async () => {
    const url = await openEmptyPostgresDatabase();
    const [baseline, ...later] = readMigrations().map(({ folderMillis }) => folderMillis);
    await ask(url, readMigrations()[0]?.sql.join('') ?? '');
    await ask(
      url,
      `${JOURNAL}; INSERT INTO __drizzle_migrations VALUES (1, ''), (${baseline}, '')`,
    );
    await ask(url, "INSERT INTO notes (id, at, kind, text) VALUES ('x', now(), 'joke', '')");
    expect(await lineOf(openStore(url, texts))).toMatch(
      /^the database \S+ cannot be used: a row of notes breaks the rule CHECK \(kind .*\); correct or delete that row/,
    );
    await ask(url, 'DELETE FROM notes');
    await (await openStore(url, texts)).store.close();
    expect(await ask(url, 'SELECT created_at AS at FROM __drizzle_migrations')).toEqual(
      [baseline, ...later].map((at) => ({ at })),
    );
    expect(await runData(verifyCommand, url)).toMatch(/^intact/m);
    await ask(url, `UPDATE __drizzle_migrations SET created_at = created_at - ${baseline}`);
    await ask(url, `DELETE FROM __drizzle_migrations WHERE created_at > 0`);
    const tooOld = / is too old for this version; start commit 12d1ebc9 with it once, /;
    expect(await lineOf(openStore(url, texts))).toMatch(tooOld);
    expect(await lineOf(withStore(url, (own) => own.countRows()))).toMatch(tooOld);
  },
);

postgresTest('a read-only database stops the start, and the doctor says so', async () => {
  const url = await openPostgresDatabase();
  const name = new URL(url).pathname.slice(1);
  await ask(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  onTestFinished(() =>
    ask(
      `${url}?options=-c%20default_transaction_read_only=off`,
      `ALTER DATABASE ${name} RESET default_transaction_read_only`,
    ).then(() => {}),
  );
  expect(await lineOf(openStore(url, texts))).toMatch(/in a read-only transaction; check/);
  await expect(checkPostgres(url)).rejects.toThrow('25006');
});

postgresTest('a database in another encoding stops the start, and the doctor says so', async () => {
  const url = await openEmptyPostgresDatabase(
    "ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'",
  );
  const expected =
    /cannot be used: its encoding is LATIN1, and UTF8 is needed \(CREATE DATABASE site ENCODING .*\); name/;
  expect(await lineOf(openStore(url, texts))).toMatch(expected);
  expect(await lineOf(withStore(url, (store) => store.countRows()))).toMatch(expected);
  await expect(checkPostgres(url)).rejects.toThrow('its encoding is LATIN1');
});

postgresTest('what is not of this program is named in a database on PostgreSQL', async () => {
  const url = await openEmptyPostgresDatabase();
  const { store } = await openStore(url, texts);
  await store.close();
  expect(await runData(verifyCommand, url)).toMatch(/^events +0\nintact +every rule holds$/m);
  await ask(
    url,
    `CREATE TABLE other (id int); CREATE VIEW persons AS SELECT * FROM notifyme_signups;
     CREATE FUNCTION spy() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER spy BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION spy();
     CREATE RULE hide AS ON DELETE TO notes DO INSTEAD NOTHING;
     CREATE INDEX slow ON notes ((lower(text))); ALTER TABLE marks ADD COLUMN spy text;
     ALTER TABLE signup_search SET UNLOGGED;
     ALTER TABLE audit DISABLE TRIGGER audit_no_update; DROP TRIGGER consents_no_delete ON consents`,
  );
  await ask(url, 'CREATE EXTENSION pgcrypto').catch(() => {}); // where the machine has it
  const { printed } = await tryData(verifyCommand, url);
  expect([...printed.matchAll(/^broken +(.*)$/gm)].map(([, what]) => what)).toEqual([
    '1 foreign functions: spy',
    '1 foreign indexes: slow',
    '1 foreign rules: hide on notes',
    '3 foreign tables: marks, other, signup_search',
    '2 foreign triggers: audit_no_update on audit, spy on events',
    '1 foreign views: persons',
    '1 missing triggers: consents_no_delete on consents',
  ]);
});
