import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../testing/test-app.ts';

const COMMAND = new URL('./funnel.ts', import.meta.url).pathname;

async function run(file: string, ...args: string[]) {
  const { PATH = '' } = process.env;
  const options = { env: { PATH, DATABASE_URL: `file:${file}` } };
  const command = ['--import', 'tsx', COMMAND, ...args];
  return promisify(execFile)(process.execPath, command, options).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

async function createDatabase() {
  const file = join(temporaryFolder(), 'site.db');
  await openSqliteStore(file).close();
  const db = new Sqlite(file);
  const insert = db.prepare(
    'INSERT INTO events (id, consent_id, name, properties, occurred_at, received_at) VALUES (?, ?, ?, ?, ?, 0)',
  );
  const add = (person: string, name: string, properties: object, time: number) =>
    insert.run(`${person}${time}`, person, name, JSON.stringify(properties), time);
  for (const person of ['a', 'b', 'c', 'd'])
    add(person, 'section_view', { section_name: 'hero' }, 2);
  for (const person of ['a', 'b']) add(person, 'section_view', { section_name: 'signup' }, 3);
  add('c', 'section_view', { section_name: 'signup' }, 1); // before the hero
  add('a', 'form_submit', { form_type: 'beta', event_label: 'success', email_domain: 'x.org' }, 4);
  db.close();
  return file;
}

test('it prints people a step as a table, and as JSON', async () => {
  const file = await createDatabase();
  expect((await run(file)).stdout).toBe(
    [
      'step               people   of first   of previous',
      'hero viewed             4    100.0 %       100.0 %',
      'signup viewed           2     50.0 %        50.0 %',
      'signup submitted        1     25.0 %        50.0 %',
      '',
    ].join('\n'),
  );
  const { steps } = JSON.parse((await run(file, '--json')).stdout) as { steps: unknown[] };
  expect(steps).toEqual([
    { label: 'hero viewed', people: 4, percentOfFirst: 100, percentOfPrevious: 100 },
    { label: 'signup viewed', people: 2, percentOfFirst: 50, percentOfPrevious: 50 },
    { label: 'signup submitted', people: 1, percentOfFirst: 25, percentOfPrevious: 50 },
  ]);
}, 60_000);

test('it explains itself, names a database that is not there, and refuses what it does not know', async () => {
  const none = join(temporaryFolder(), 'none.db');
  expect((await run(none, '--help')).stdout).toContain('npm run funnel');
  expect(await run(none)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`there is no database at ${none}`),
  });
  expect(await run(none, '--csv')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--csv'),
  });
}, 60_000);
