import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProject, query, start, startListening } from '../testing/sites/server-process.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Starts a server that cannot run. Returns the one line that it prints on stderr before it fails. */
async function refusedStart(root: string, env?: Record<string, string>) {
  const { exited, output } = start(root, env);
  expect(await exited).toBe(1);
  expect(output.stdout).toBe('');
  expect(output.stderr).toMatch(/^[^\n]+\n$/);
  return output.stderr;
}

const NOTES = 'These are my notes.\n'.repeat(300);

// config.test.ts has each setting's line, and open-database.test.ts each database's.
test('what a server cannot start with ends it with one line, and nothing is changed', async () => {
  const root = createProject();
  expect(await refusedStart(root, { PORT: 'abc' })).toMatch(
    /^PORT is "abc"; .* e\.g\. PORT=3000\n$/,
  );
  writeFileSync(join(root, 'notes'), NOTES);
  expect(await refusedStart(root, { DATABASE_URL: 'file:notes' })).toMatch(/notes is not/);
  expect(readFileSync(join(root, 'notes'), 'utf8')).toBe(NOTES);
  rmSync(join(root, 'dist/ssr'), { recursive: true });
  expect(await refusedStart(root)).toMatch(/npm run build/);
  writeFileSync(join(root, 'data/site.json'), '{"brand": 7}');
  expect(await refusedStart(root)).toMatch(/site\.json: brand is 7/);
});

test('a start on a port in use says so and makes nobody answer again', async () => {
  const root = createProject();
  const { url, stop } = await startListening(root);
  const { port } = new URL(url);
  const line = await refusedStart(root, { PORT: port, POSTHOG_KEY: 'phc_x' });
  expect(line).toMatch(new RegExp(`^PORT ${port} .*e\\.g\\. PORT=`));
  await stop();
  expect(query(root, 'SELECT revision FROM consent_texts')).toHaveLength(1);
});
