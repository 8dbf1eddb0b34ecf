import { expect, onTestFinished, test, vi } from 'vitest';
import {
  batch,
  grant,
  JANE,
  JOHN,
  scroll,
  signup,
  text,
} from '../store/testing/store-contract-data.ts';
import { createSite, startListening } from '../testing/sites/server-process.ts';
import { openTestStore } from '../testing/test-database.ts';

const DAY = 86_400_000;
/** The first run comes 20 s after the start. */
const SOON = { timeout: 60_000, interval: 200 };

test('the server deletes expired rows, and nothing else', async () => {
  const { root, database } = await createSite();
  const store = await openTestStore(database);
  await store.publishConsentTexts([text()]);
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
  const reader = await openTestStore(database);
  onTestFinished(() => reader.close());
  await vi.waitFor(async () => expect(await reader.readAudit()).toHaveLength(1), SOON);
  expect(await reader.countRows()).toEqual({ events: 2, signups: 2, consents: 1 });
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(output.stderr).toMatch(/"events":6,"signups":2,"consents":1/);
}, 90_000);
