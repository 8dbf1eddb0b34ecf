import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runBuilt } from '../testing/sites/built-server.ts';
import { temporaryFolder } from '../testing/test-app.ts';

/** Processes start slowly on a shared machine. */
vi.setConfig({ testTimeout: 60_000 });

/** Runs the command as a separate process, as `npm run growth` does. */
const run = (file: string, ...args: string[]) =>
  runBuilt('growth', args, { DATABASE_URL: `file:${file}` });

test('the command itself fills, counts and exports a database', async () => {
  const file = join(temporaryFolder(), 'demo.db');
  const demo = await run(file, 'demo-data', '--people', '100', '--json');
  expect(demo).toMatchObject({ code: 0, stderr: '' });
  const { funnels } = JSON.parse(demo.stdout);
  expect(funnels.signup).toEqual([55, 25]);
  const { stdout } = await run(file, 'funnel', '--json');
  const { steps } = JSON.parse(stdout);
  expect(steps.map(({ count }: { count: number }) => count)).toEqual(funnels.signup);
  const csv = await run(file, 'export', 'events');
  expect(csv.stdout.trimEnd().split('\r\n')).toHaveLength(1001);
});

test('each command has help, and a failure is one message without a stack, and exit code 1', async () => {
  const file = join(temporaryFolder(), 'none.db');
  expect((await run(file, 'export', '--help')).stdout).toContain('RFC 4180');
  const missing = await run(file, 'events');
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toMatch(/^there is no database at .*none\.db; start the site once .*\n$/);
  const unknown = await run(file, 'constructor');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toMatch(/^there is no command "constructor"\n\nnpm run growth/);
});
