import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { signup } from '../store/testing/store-contract-data.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';
import { newTestDatabase, urlOf } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

/** The first run comes 20 s after the start. */
const SOON = { timeout: 60_000, interval: 200 };

test('the server deletes expired rows, and nothing else', async () => {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  onTestFinished(() => store.close());
  for (const days of [1, 2, 3, 4]) {
    const createdAt = Date.now() - days * DAY_MS;
    await store.insertSignup(signup({ email: `${days}@example.org`, createdAt }));
  }
  const env = { DATABASE_URL: urlOf(database), SIGNUP_RETENTION_DAYS: '3' };
  const { output, stop } = await startListening(createProject(), env);
  await vi.waitFor(async () => expect(await store.readAudit()).toHaveLength(1), SOON);
  expect((await store.countRows()).signups).toBe(2);
  expect(await stop()).toBe(0);
  expect(output.stderr).toMatch(/"events":0,"signups":2,"consents":0/);
}, 90_000);
