import { expect, test, vi } from 'vitest';
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
