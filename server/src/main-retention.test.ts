import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { batch, grant, JANE, JOHN, scroll, signup } from './store/store-contract-data.ts';
import { createProject, startListening } from './testing/server-process.ts';

const DAY = 86_400_000;
/** The first run comes 20 s after the start. */
const SOON = { timeout: 60_000, interval: 200 };

test('the process itself deletes what is past its retention, and nothing else', async () => {
  const root = createProject();
  const file = join(root, 'data/site.db');
  const store = openSqliteStore(file);
  const ago = (days: number) => Date.now() - days * DAY;
  for (const [consentId, days] of [
    [JANE, 5],
    [JOHN, 1200],
  ] as const) {
    await store.recordDecision(grant({ consentId, decidedAt: ago(days), recordedAt: ago(days) }));
  }
  for (const days of [1, 2, 3, 4]) {
    const events = [scroll(25), scroll(50)];
    await store.recordEvents(batch({ receivedAt: ago(days), events }));
    await store.insertSignup(signup({ email: `${days}@example.org`, createdAt: ago(days) }));
  }
  await store.close();
  const env = { EVENT_RETENTION_DAYS: '2', SIGNUP_RETENTION_DAYS: '3' };
  const { child, exited, output } = await startListening(root, env);
  const db = new Sqlite(file, { readonly: true });
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  await vi.waitFor(() => expect(count('audit')).toBe(1), SOON);
  expect(['events', 'notifyme_signups', 'consents'].map(count)).toEqual([2, 2, 1]);
  db.close();
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(output.stderr).toMatch(/"events":6,"signups":2,"consents":1/);
}, 90_000);
