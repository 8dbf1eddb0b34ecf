import { expect, test } from 'vitest';
import type { DatabaseAddress } from '../database/database-address.ts';
import { newId } from '../store/testing/store-contract-data.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, runsOnPostgres } from '../testing/test-database.ts';

test('both answer 200 while the store is writable', async () => {
  const { app } = await createTestApp();
  expect((await app.request('/healthz')).status).toBe(200);
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', reasons: [], relay: { state: 'off', reason: 'POSTHOG_KEY is not set' } },
  ]);
  expect((await app.request('/readyz', { method: 'HEAD' })).status).toBe(200);
  expect((await app.request('/readyz', { method: 'POST' })).status).toBe(405);
});

test('while PostHog alone is down, /readyz stays 200 and says why events wait', async () => {
  const relay = {
    wake: () => {},
    status: () => ({
      state: 'failing' as const,
      reason: 'PostHog answered 503',
      failingSince: NOON,
      nextAttemptAt: NOON + 1000,
    }),
  };
  const { app } = await createTestApp({ relay });
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    {
      status: 'ready',
      reasons: ['Events wait for PostHog: PostHog answered 503.'],
      relay: {
        state: 'failing',
        reason: 'PostHog answered 503',
        failingSince: '2026-03-14T12:00:00.000Z',
        nextAttemptAt: '2026-03-14T12:00:01.000Z',
      },
    },
  ]);
});

test('an alert is named as a reason, without the figures that only the console shows', async () => {
  const { app, store } = await createTestApp();
  const text = 'Of the people who saw the form, 2.0 % signed up today.';
  const alert = { id: newId(), name: 'conversion_fell', text, since: NOON, raisedAt: NOON };
  await store.raiseAlert(alert);
  const { reasons } = (await (await app.request('/readyz')).json()) as { reasons: string[] };
  expect(reasons).toEqual([expect.stringMatching(/^The alert conversion_fell is raised\. [A-Z]/)]);
  expect(reasons[0]).not.toContain('2.0');
});

test('a nearly full disk is named as a reason before it fails', async () => {
  const openStore = async (database: DatabaseAddress) => {
    const store = await openTestStore(database);
    const usage = async () => ({ ...(await store.usage()), freeBytes: 1_900_000 });
    return { ...store, usage };
  };
  const { app } = await createTestApp({ openStore });
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { status: 'ready', reasons: [expect.stringContaining('has 1 MB left')] },
  ]);
});

/** The application, and how often its store was probed for writing. */
async function createCountingApp() {
  const probes = { count: 0 };
  const openStore = async (database: DatabaseAddress) => {
    const store = await openTestStore(database, { lockTimeoutMs: 50 });
    const checkWritable = () => {
      probes.count += 1;
      return store.checkWritable();
    };
    return { ...store, checkWritable };
  };
  const site = await createTestApp({ openStore });
  const ask = async () => (await site.app.request('/readyz')).status;
  return { ...site, probes, ask };
}

test('however many requests ask for /readyz, the database is written once a second', async () => {
  const { ask, probes, clock } = await createCountingApp();
  const many = () => Promise.all(Array.from({ length: 200 }, ask));
  expect(new Set([...(await many()), ...(await many())])).toEqual(new Set([200]));
  expect(probes.count).toBe(1);
  clock.now += 999;
  await ask();
  expect(probes.count).toBe(1);
  clock.now += 1;
  await many();
  expect(probes.count).toBe(2);
});

test('the answer of /readyz is at most a second old, even if the clock was set back', async () => {
  const { ask, clock, database } = await createCountingApp();
  expect(await ask()).toBe(200);
  const lock = await lockDatabase(database);
  expect(await ask()).toBe(200);
  clock.now += 1000;
  expect([await ask(), await ask()]).toEqual([503, 503]);
  await lock.release();
  clock.now -= 60_000;
  expect(await ask()).toBe(200);
});

test('while the store is not writable, /readyz answers 503, writes answer 503, and pages are served', async () => {
  const { app, database } = await createTestApp({
    openStore: (address) => openTestStore(address, { lockTimeoutMs: 50 }),
  });
  await lockDatabase(database);
  const ready = await app.request('/readyz');
  expect(ready.status).toBe(503);
  const message = `The database cannot be written (${runsOnPostgres ? '55P03' : 'SQLITE_BUSY'}).`;
  expect(await ready.json()).toEqual({
    status: 'not_ready',
    code: 'store_unavailable',
    message,
    reasons: [message],
    relay: { state: 'off', reason: 'POSTHOG_KEY is not set' },
  });
  const write = await app.request('/rest/v1/notifyme_signups', {
    method: 'POST',
    headers: { apikey: 'public-anon-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Jane', email: 'jane@example.org', signup_type: 'notifyme' }),
  });
  expect([write.status, write.headers.get('Retry-After')]).toEqual([503, '5']);
  expect((await app.request('/healthz')).status).toBe(200);
  expect((await app.request('/')).status).toBe(200);
});
