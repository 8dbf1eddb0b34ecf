import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { textOfDated } from '../team/dated-value.ts';
import { createProject, query, runBuilt, startListening } from '../testing/sites/server-process.ts';

/** The first drill comes an hour after the start: with this, at once. */
const HOUR_IS_OVER =
  'const later = setTimeout; globalThis.setTimeout = (call, ms, ...args) => later(call, ms === 3_600_000 ? 0 : ms, ...args);';

test('the server tries the newest backup by itself, in a process of its own', async () => {
  const root = createProject();
  const DATABASE_URL = `file:${join(root, 'data/site.db')}`;
  const first = await startListening(root);
  const made = await runBuilt('data', ['backup', join(root, 'backup.db')], { DATABASE_URL });
  expect(made.code).toBe(0);
  await first.stop();
  const NODE_OPTIONS = `--import="data:text/javascript,${encodeURIComponent(HOUR_IS_OVER)}"`;
  const { stop } = await startListening(root, { NODE_OPTIONS });
  const found = () =>
    query<{ value: string }>(root, "SELECT value FROM marks WHERE name = 'drill'");
  await vi.waitFor(() => expect(found()).toHaveLength(1), { timeout: 30_000, interval: 100 });
  expect(found().map(({ value }) => textOfDated(value))).toEqual(['']);
  expect(await stop()).toBe(0);
}, 90_000);
