import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/open-store.ts';
import { signup } from '../store/testing/store-contract-data.ts';
import { entryFile } from '../testing/sites/built-process.ts';
import '../testing/sites/built-server.ts';
import { openKeptSite } from '../testing/sites/kept-site.ts';
import { runData } from '../testing/sites/run-data.ts';
import { temporaryFolder } from '../testing/test-app.ts';
import { backupCommand } from './data/backup-command.ts';
import { restoreCommand } from './data/restore-command.ts';
import { verifyCommand } from './data/verify.ts';

/** Creates a database large enough to be killed while it is copied. It has 2 signups in the backup, 3 now. */
async function createWithBackup() {
  const { database: file, store } = await openKeptSite(openSqliteStore);
  await store.close();
  const db = new Sqlite(file);
  db.exec(`INSERT INTO marks SELECT 'ballast ' || value, hex(zeroblob(500000)), 1767225600000
    FROM json_each('[${Array.from({ length: 45 }, (_, index) => index)}]')`);
  db.close();
  const backup = join(temporaryFolder(), 'copy.db');
  await runData(backupCommand, file, [backup]);
  const again = openSqliteStore(file);
  await again.insertSignup(signup({ email: 'later@example.org' }));
  await again.close();
  return { file, backup };
}

/** Runs the command as a separate process and kills it as soon as a file of that name exists. */
async function killAt(isThere: () => boolean, file: string, args: string[]) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [entryFile('data'), ...args], {
    env: { PATH, DATABASE_URL: `file:${file}` },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  while (!isThere() && child.exitCode === null) await new Promise(setImmediate);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode;
}

const hasFile = (folder: string, part: string) => () =>
  readdirSync(folder).some((name) => name.includes(part));

test.each([
  ['while it copies', '-restored'],
  ['when the old database has its second name', '-replaced-'],
])(
  'a restore that is killed %s leaves the old database or the new one, whole, and can be made again',
  async (_, name) => {
    const { file, backup } = await createWithBackup();
    const signal = await killAt(hasFile(dirname(file), name), file, ['restore', backup]);
    expect(await runData(verifyCommand, file)).toMatch(/^signups +[23]$[\s\S]*^intact/m);
    if (name === '-restored') expect(signal).toBe('SIGKILL');
    expect(await runData(restoreCommand, file, [backup])).toMatch(/^restored/m);
    expect(await runData(verifyCommand, file)).toMatch(/^signups +2$[\s\S]*^intact/m);
    expect(hasFile(dirname(file), '-restored')()).toBe(false);
  },
  60_000,
);

test('a killed backup leaves no file that looks like one, and can be made again', async () => {
  const { file } = await createWithBackup();
  const target = join(temporaryFolder(), 'new.db');
  expect(await killAt(hasFile(dirname(target), '.part'), file, ['backup', target])).toBe('SIGKILL');
  expect(existsSync(target)).toBe(false);
  expect(await runData(backupCommand, file, [target])).toMatch(/^checked +intact$/m);
  expect(readdirSync(dirname(target))).toEqual(['new.db']);
}, 60_000);
