import { expect, test, vi } from 'vitest';
import { startEntry } from '../testing/sites/built-process.ts';
import { createKeptFile } from '../testing/sites/kept-site.ts';
import { runBuilt } from '../testing/sites/server-process.ts';
import { temporaryFile } from '../testing/temporary-folder.ts';

/** Processes start slowly on a shared machine. */
vi.setConfig({ testTimeout: 60_000 });

test('a command says what is wrong in one line, and its manual on demand', async () => {
  const env = { DATABASE_URL: `file:${temporaryFile('demo.db')}` };
  const growth = (...args: string[]) => runBuilt('growth', args, env);
  const missing = await growth('funnel');
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toMatch(/^there is no database at .*demo\.db; start the site once .*\n$/);
  expect((await growth('export', '--help')).stdout).toContain('RFC 4180');
  const slip = await growth('export', 'signups', '--fromat', 'csv');
  expect(slip.stderr).toMatch(
    /^unknown option --fromat; did you mean --format\?\n[\s\S]*\n {2}--format FORMAT +csv or ndjson; default csv\n/,
  );
  const unknown = await growth('constructor');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toMatch(/^there is no command "constructor"\n\nnpm run growth/);
});

test('a reader that has had enough, like head, ends a command without a word', async () => {
  const env = { DATABASE_URL: `file:${await createKeptFile()}` };
  for (const args of [['api'], ['export', 'signups']]) {
    const { child, exited, output } = startEntry('growth', args, env);
    child.stdout.destroy();
    expect([await exited, output.stderr]).toEqual([0, '']);
  }
});
