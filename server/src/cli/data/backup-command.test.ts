import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../database/open-database.ts';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { signup } from '../../store/testing/store-contract-data.ts';
import { change, countKept, createKeptFile, openKeptSite } from '../../testing/sites/kept-site.ts';
import { createOldFile } from '../../testing/sites/old-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.ts';
import { copySqlite } from '../../upkeep/sqlite/backup.ts';
import { backupCommand } from './backup-command.ts';
import { restoreCommand } from './restore-command.ts';
import { verifyCommand } from './verify.ts';

const KEPT = { signups: 2, consents: 2, events: 6 };

/** A database that no process has open, changed by this SQL, and the name of a backup. */
const createFile = async (sql?: string) => ({
  file: await createKeptFile(sql),
  backup: temporaryFile('copy.db'),
});

test('a backup is the database as it was, checked, in one file, and overwrites nothing unless told', async () => {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  const backup = temporaryFile('copy.db');
  expect(await runData(backupCommand, file, [backup, '--dry-run'])).toContain('would copy');
  expect(existsSync(backup)).toBe(false);
  writeFileSync(backup, 'mine');
  const { problem } = await tryData(backupCommand, file, [backup]);
  expect(problem).toMatch(/already exists; .*--overwrite/);
  expect(readFileSync(backup, 'utf8')).toBe('mine');
  const printed = await runData(backupCommand, file, [backup, '--overwrite']);
  expect(printed).toMatch(/^checked +intact$/m);
  await store.insertSignup(signup({ email: 'later@example.org' }));
  expect(readdirSync(dirname(backup))).toEqual(['copy.db']);
  expect(await countKept(backup)).toEqual(KEPT);
});

test.each([
  ...['', '-wal', '-shm', '-lock', '-journal', '-sent', '-sent-next', '-leaving'].map((end) => [
    'site.db',
    `site.db${end}`,
  ]),
  ['site.db', 'symlink.db-wal'],
  ['site.db', 'hard.db'],
  ['site.db', 'folder/site.db-wal'],
  ['symlink.db', 'site.db-wal'],
  // What is removed on the way, too.
  ['site-wal', 'site'],
  ['site.part', 'site'],
])('of the database %s nothing is replaced by a backup into %s', async (database, target) => {
  const folder = temporaryFolder();
  const inFolder = (name: string) => relative('.', join(folder, name));
  const file = inFolder(database.replace('symlink', 'site'));
  const { store } = await openStore(file, []);
  onTestFinished(() => store.close());
  symlinkSync('site.db', inFolder('symlink.db'));
  symlinkSync('site.db-wal', inFolder('symlink.db-wal'));
  symlinkSync('.', inFolder('folder'));
  linkSync(file, inFolder('hard.db'));
  const files = () =>
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, statSync(inFolder(name), { throwIfNoEntry: false })?.ino]);
  const before = files();
  for (const options of [[], ['--all']]) {
    const args = [inFolder(target), '--overwrite', ...options];
    const { problem } = await tryData(backupCommand, inFolder(database), args);
    expect(problem).toMatch(/belongs to the database/);
  }
  expect(files()).toEqual(before);
});

test('--all makes one private archive, from which a new machine gets the whole site', async () => {
  const { database: file } = await openKeptSite(openSqliteStore);
  const root = dirname(file);
  mkdirSync(join(root, 'data/media'), { recursive: true });
  const own = { '.env': 'PORT=1\n', 'data/site.json': '{}', 'data/media/de.opus': 'sound' };
  for (const [name, content] of Object.entries(own)) {
    // Secrets are often elsewhere.
    const elsewhere = temporaryFile('elsewhere');
    writeFileSync(elsewhere, content);
    symlinkSync(elsewhere, join(root, name));
  }
  symlinkSync('nowhere', join(root, 'data/media/gone.opus'));
  const archive = temporaryFile('site.tar');
  expect(await runData(backupCommand, file, [archive, '--all'])).toMatch(
    /^checked +intact\nto do .* DATABASE_URL .* file:data\/site\.db,/m,
  );
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(archive))).toEqual(['site.tar']);
  const fresh = temporaryFolder();
  execFileSync('tar', ['-xpf', archive, '-C', fresh]);
  for (const [name, content] of Object.entries(own))
    expect(readFileSync(join(fresh, name), 'utf8')).toBe(content);
  expect(await countKept(join(fresh, 'data/site.db'))).toEqual(KEPT);
  expect((await tryData(backupCommand, file, [archive, '--all'])).problem).toMatch(
    /already exists/,
  );
});

test('an archive is verified and restored as its database is, and the rest in it is named', async () => {
  const { file } = await createFile();
  const root = dirname(file);
  mkdirSync(join(root, 'data/media'), { recursive: true });
  for (const name of ['.env', 'data/site.json', 'data/media/de.opus'])
    writeFileSync(join(root, name), '{}');
  const archive = temporaryFile('site.tar');
  await runData(backupCommand, file, [archive, '--all']);
  execFileSync('gzip', ['-k', archive]);
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('unpacked-'));
  const before = left();
  for (const name of [archive, `${archive}.gz`]) {
    const printed = await runData(verifyCommand, file, [name]);
    expect(printed).toMatch(/^signups +2\nconsents +2\nevents +6\nintact +every rule holds$/m);
    expect(printed).toContain(name);
    change(file, 'DELETE FROM notifyme_signups');
    const restored = await runData(restoreCommand, file, [name]);
    expect(restored).toContain(`${name}\nsignups         2\n`);
    expect(restored).toMatch(
      /^left +\.env, data\/site\.json, data\/media in the archive: .* -xpf/m,
    );
    expect(await countKept(file)).toEqual(KEPT);
  }
  expect(left()).toEqual(before);
  // Half of it, and an archive of something else.
  writeFileSync(`${archive}.half`, readFileSync(archive).subarray(0, 9_000));
  execFileSync('tar', ['-cf', `${archive}.other`, '-C', root, '.env']);
  for (const name of [`${archive}.half`, `${archive}.other`])
    for (const command of [verifyCommand, restoreCommand])
      expect((await tryData(command, file, [name])).problem).toMatch(
        /^the database of the archive \S+ cannot be unpacked to .*; it expects an archive of npm run data -- backup --all, and space/,
      );
  expect(await countKept(file)).toEqual(KEPT);
});

test('a good backup stays good when it cannot be recorded', async () => {
  expect(await runData(backupCommand, createOldFile(), [temporaryFile('copy.db')])).toMatch(
    /^checked +intact$/m,
  );
});

test.each([[[]], [['--all']]])('a signal removes an unfinished backup (%j)', async (options) => {
  const { file, backup } = await createFile();
  const files = () => readdirSync(dirname(backup), { recursive: true }).join();
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}: ${files()}`);
  });
  const running = tryData(backupCommand, file, [backup, ...options]).catch(() => {});
  while (!files().endsWith('.part')) await nextTurn();
  expect(() => process.emit('SIGHUP', 'SIGHUP')).toThrow(/^ended with 129: $/);
  exit.mockRestore();
  await running;
});

test('while a copy is written nobody else can read it', async () => {
  const { file, backup } = await createFile();
  const copying = copySqlite(file, backup);
  expect(statSync(backup).mode & 0o077).toBe(0);
  await copying;
  expect(statSync(backup).mode & 0o077).toBe(0);
});

test('a folder, a device, a target that cannot be written, and a database that does not exist, are named', async () => {
  const file = await createKeptFile();
  const problemOf = async (database: string, ...args: string[]) =>
    (await tryData(backupCommand, database, args)).problem;
  for (const other of [temporaryFolder(), '/dev/null'])
    expect(await problemOf(file, other, '--overwrite')).toMatch(/ is not a file; name a file$/);
  const nowhere = await problemOf(file, temporaryFile('none/a.db'));
  expect(nowhere).toMatch(/^the backup \S+ cannot be written: /);
  expect(await problemOf(temporaryFile('none.db'), temporaryFile('a.db'))).toMatch(
    /no database at/,
  );
});

test('where the database is a link, a restore replaces the file that it leads to', async () => {
  const { file, backup } = await createFile();
  await runData(backupCommand, file, [backup]);
  const link = temporaryFile('link.db');
  symlinkSync(file, link);
  const [, aside = ''] =
    (await runData(restoreCommand, link, [backup])).match(/^replaced +(.*?);/m) ?? [];
  expect(dirname(aside)).toBe(dirname(realpathSync(file)));
  expect([lstatSync(link).isSymbolicLink(), lstatSync(aside).isFile()]).toEqual([true, true]);
});

test('a copy that breaks rules is kept, what is broken is named, and the command fails', async () => {
  const { file, backup } = await createFile(
    `PRAGMA foreign_keys = OFF; DROP TRIGGER consents_no_delete; DROP TABLE notifyme_signups;
     INSERT INTO relay_dead_letters VALUES (77, 'x', 1)`,
  );
  writeFileSync(backup, 'an older one');
  const { printed, problem } = await tryData(backupCommand, file, [backup, '--overwrite']);
  expect(printed).toMatch(/^bytes +\d+\nchecked +\d+ rules broken$/m);
  expect(problem).toMatch(
    /copy\.db is kept, but it breaks rules: 1 rows refer to one that is gone/,
  );
  expect(problem).toMatch(/1 missing triggers/);
  expect(existsSync(`${backup}.part`)).toBe(false);
  const fresh = temporaryFile('site.db');
  await expect(runData(restoreCommand, fresh, [backup])).rejects.toThrow(/--anyway accepts it/);
  await runData(restoreCommand, fresh, [backup, '--anyway']);
  const verified = (copy: string) => tryData(verifyCommand, file, [copy, '--json']);
  expect((await verified(fresh)).printed).toBe((await verified(backup)).printed);
});

test('a copy that SQLite itself finds broken is not kept', async () => {
  const { file, backup } = await createFile();
  // Gives an index the content of another one: the file opens, and looks whole until it is checked.
  const db = new Sqlite(file).unsafeMode();
  db.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage =
    (SELECT rootpage FROM sqlite_master WHERE name = 'consents_latest') WHERE name = 'events_id_key'`);
  db.close();
  writeFileSync(backup, 'an older one');
  const { printed, problem } = await tryData(backupCommand, file, [backup, '--overwrite']);
  expect([printed, problem]).toEqual([
    '',
    expect.stringMatching(/broken and was not kept: .*events_id_key/),
  ]);
  expect(readFileSync(backup, 'utf8')).toBe('an older one');
  expect(existsSync(`${backup}.part`)).toBe(false);
});
