import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openSqliteStore } from '../store/sqlite/open-store.ts';
import { JOHN } from '../store/testing/store-contract-data.ts';
import { startLoad } from '../testing/data/load.ts';
import { grantOnPage, JANE, newId } from '../testing/data/visitor.ts';
import { runBuilt } from '../testing/sites/built-server.ts';
import { createProject, start, startListening } from '../testing/sites/server-process.ts';
import { temporaryFolder } from '../testing/test-app.ts';

vi.setConfig({ testTimeout: 120_000 });
const SOON = { timeout: 60_000, interval: 10 };
const FILLER = 30_000;

/** Runs `npm run data` as a separate process. */
const run = (file: string, ...args: string[]) =>
  runBuilt('data', args, { DATABASE_URL: `file:${file}` });

/** Creates a project whose database takes several steps to copy. */
async function createLargeProject() {
  const root = createProject();
  const file = join(root, 'data/site.db');
  await openSqliteStore(file).close();
  const db = new Sqlite(file);
  const insert = db.prepare(
    `INSERT INTO events (id, consent_id, name, properties, occurred_at, received_at)
     VALUES (?, '${JOHN}', 'scroll', ?, ?, ?)`,
  );
  const properties = JSON.stringify({ percent_scrolled: 25, filler: 'x'.repeat(900) });
  db.transaction(() => {
    for (let row = 0; row < FILLER; row++) insert.run(newId(), properties, Date.now(), Date.now());
  })();
  db.close();
  return { root, file };
}

const idsIn = (file: string) => {
  const db = new Sqlite(file, { readonly: true });
  const ids = db.prepare<[], string>('SELECT id FROM events ORDER BY seq').pluck().all();
  const emails = db.prepare<[], string>('SELECT email FROM notifyme_signups').pluck().all();
  db.close();
  return { ids, emails };
};

test('beside a loaded server every command but restore works; a backup holds all that was acknowledged before it, and restores to a database that a server can use', async () => {
  const { root, file } = await createLargeProject();
  const { url, output } = await startListening(root, { RATE_LIMITS: 'off' });
  await grantOnPage(url);
  const load = startLoad({ urls: [url], clients: 6 });
  const { acknowledged } = load;
  await vi.waitFor(() => expect(acknowledged.events.length).toBeGreaterThan(100), SOON);
  const before = structuredClone(acknowledged);
  const backup = join(temporaryFolder(), 'copy.db');
  expect(await run(file, 'backup', backup)).toMatchObject({ code: 0, stderr: '' });
  expect(acknowledged.events.length).toBeGreaterThan(before.events.length); // the load continued
  const { ids, emails } = idsIn(backup);
  expect(ids).toEqual(expect.arrayContaining(before.events));
  expect(emails).toEqual(expect.arrayContaining(before.signups));
  // The copy is a snapshot of one moment: its events are the first events of the original.
  expect(idsIn(file).ids.slice(0, ids.length)).toEqual(ids);

  for (const args of [['verify'], ['retention'], ['clock'], ['export', '--consent-id', JANE]]) {
    expect(await run(file, ...args)).toMatchObject({ code: 0, stderr: '' });
  }
  const [email = ''] = acknowledged.signups;
  const erased = await run(file, 'erase', '--email', email, '--consent-id', JANE);
  expect(erased).toMatchObject({ code: 0, stderr: '' });
  expect(erased.stdout).toMatch(/^signups +1 erased\nevents +\d\d+ erased$/m);
  expect(await run(file, 'proof', email)).toMatchObject({ code: 0 });
  expect(await start(root).exited).toBe(1);
  const refused = await run(file, 'restore', backup);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^a server is using the database \S+; stop it first: [^\n]+\n$/);
  await load.stop();
  const left = idsIn(file);
  expect(left.ids).toHaveLength(FILLER); // nor does an event come after the withdrawal
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
