import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteStore } from '../database/sqlite/open-store.ts';
import { signup } from '../store/testing/store-contract-data.ts';
import { startLoad } from '../testing/data/start-load.ts';
import { grantOnPage, JANE } from '../testing/data/visitor.ts';
import { entryFile } from '../testing/sites/built-process.ts';
import { change, createKeptFile } from '../testing/sites/kept-site.ts';
import { runData } from '../testing/sites/run-data.ts';
import { createProject, runBuilt, start, startListening } from '../testing/sites/server-process.ts';
import { temporaryFile } from '../testing/temporary-folder.ts';
import { NOON } from '../testing/test-app.ts';
import { backupCommand } from './data/backup-command.ts';
import { restoreCommand } from './data/restore-command.ts';
import { verifyCommand } from './data/verify.ts';

vi.setConfig({ testTimeout: 120_000 });
const SOON = { timeout: 60_000, interval: 10 };

/** Runs `npm run data` as a separate process. */
const run = (file: string, ...args: string[]) =>
  runBuilt('data', args, { DATABASE_URL: `file:${file}` });

/** Adds rows of that time, which take several steps to copy. */
function addBallast(file: string, megabytes: number, at: number) {
  const all = JSON.stringify([...Array(megabytes).keys()]);
  change(
    file,
    `INSERT INTO marks SELECT 'ballast ' || value, hex(zeroblob(500000)), ${at}
     FROM json_each('${all}')`,
  );
}

const idsIn = (file: string) => {
  const db = new Sqlite(file, { readonly: true });
  const ids = db.prepare<[], string>('SELECT id FROM events ORDER BY seq').pluck().all();
  const emails = db.prepare<[], string>('SELECT email FROM notifyme_signups').pluck().all();
  db.close();
  return { ids, emails };
};

test('beside a loaded server every command but restore works; a backup holds all that was acknowledged before it, and restores to a database that a server can use', async () => {
  const root = createProject();
  const file = join(root, 'data/site.db');
  await openSqliteStore(file).close();
  addBallast(file, 20, Date.now());
  const { url, output } = await startListening(root, { RATE_LIMITS: 'off' });
  await grantOnPage(url);
  const load = startLoad({ urls: [url], clients: 4 });
  const { acknowledged } = load;
  await vi.waitFor(() => expect(acknowledged.events.length).toBeGreaterThan(100), SOON);
  const before = structuredClone(acknowledged);
  const backup = temporaryFile('copy.db');
  expect(await run(file, 'backup', backup)).toMatchObject({ code: 0, stderr: '' });
  expect(acknowledged.events.length).toBeGreaterThan(before.events.length); // the load continued
  const { ids, emails } = idsIn(backup);
  expect(ids).toEqual(expect.arrayContaining(before.events));
  expect(emails).toEqual(expect.arrayContaining(before.signups));
  // The copy is a snapshot of one moment: its events are the first events of the original.
  expect(idsIn(file).ids.slice(0, ids.length)).toEqual(ids);

  for (const args of [['verify'], ['retention'], ['export', '--consent-id', JANE]]) {
    expect(await run(file, ...args)).toMatchObject({ code: 0, stderr: '' });
  }
  const [email = ''] = acknowledged.signups;
  const erased = await run(file, 'erase', '--email', email, '--consent-id', JANE);
  expect(erased).toMatchObject({ code: 0, stderr: '' });
  expect(erased.stdout).toMatch(/^signups +1 erased\nevents +\d\d+ erased$/m);
  const env = { DATABASE_URL: `file:${file}` };
  const asked = await runBuilt('growth', ['api', 'notes', '--data', '{"text":"beside"}'], env);
  expect(asked).toMatchObject({ code: 0, stderr: '' });
  expect(await start(root).exited).toBe(1);
  const refused = await run(file, 'restore', backup);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /^the database \S+ is in use by another server; stop it first: [^\n]+\n$/,
  );
  await load.stop();
  const left = idsIn(file);
  expect(left.ids).toEqual([]); // nor does an event come after the withdrawal
  expect(left.emails).toHaveLength(acknowledged.signups.length - 1);
  expect(left.emails).not.toContain(email);
  expect(output.stderr).toBe('');

  const restored = createProject();
  const target = join(restored, 'data/site.db');
  mkdirSync(join(restored, 'data'), { recursive: true });
  expect(await run(target, 'restore', backup)).toMatchObject({ code: 0, stderr: '' });
  const { counts, problems } = JSON.parse((await run(target, 'verify', '--json')).stdout);
  expect(problems).toEqual([]);
  expect(counts).toEqual({ events: ids.length, signups: emails.length, consents: 1 });
  const again = await startListening(restored, { RATE_LIMITS: 'off' });
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
});

/** Creates a database large enough to be killed while it is copied. It has 2 signups in the backup, 3 now. */
async function createWithBackup() {
  const file = await createKeptFile();
  addBallast(file, 45, NOON);
  const backup = temporaryFile('copy.db');
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
);

test('a killed backup leaves no file that looks like one, and can be made again', async () => {
  const { file } = await createWithBackup();
  const target = temporaryFile('new.db');
  expect(await killAt(hasFile(dirname(target), '.part'), file, ['backup', target])).toBe('SIGKILL');
  expect(existsSync(target)).toBe(false);
  expect(await runData(backupCommand, file, [target])).toMatch(/^checked +intact$/m);
  expect(readdirSync(dirname(target))).toEqual(['new.db']);
});
