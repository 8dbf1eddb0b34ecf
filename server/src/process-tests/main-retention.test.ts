import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { signup } from '../store/testing/store-contract-data.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';
import { newTestDatabase, urlOf } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

/** The first run comes 20 s after the start. */
const SOON = { timeout: 60_000, interval: 200 };

/** Starts a server that keeps signups for three days. Its database has one signup for each of these ages in days. */
async function startWith(...ages: number[]) {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  onTestFinished(() => store.close());
  const signUp = (days: number) => {
    const createdAt = Date.now() - days * DAY_MS;
    return store.insertSignup(signup({ email: `${days}@example.org`, createdAt }));
  };
  for (const days of ages) await signUp(days);
  const env = { DATABASE_URL: urlOf(database), SIGNUP_RETENTION_DAYS: '3' };
  return { store, signUp, ...(await startListening(createProject(), env)) };
}

test('the server deletes expired rows, and nothing else', async () => {
  const { store, output, stop } = await startWith(1, 2, 3, 4);
  await vi.waitFor(async () => expect(await store.readAudit()).toHaveLength(1), SOON);
  expect((await store.countRows()).signups).toBe(2);
  expect(await stop()).toBe(0);
  expect(output.stderr).toMatch(/"events":0,"signups":2,"consents":0/);
}, 90_000);

test('a server whose clock is months after the newest row deletes nothing, also after a visitor came', async () => {
  const { store, signUp, output } = await startWith(90, 91);
  await signUp(0);
  await vi.waitFor(() => expect(output.stderr).toContain('The clock says'), SOON);
  expect((await store.countRows()).signups).toBe(3);
}, 90_000);
