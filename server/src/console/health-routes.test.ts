import { expect, test } from 'vitest';
import { JANE_SIGNS_UP, postJson, SIGNUPS } from '../edge/testing/site-requests.ts';
import type { DatabaseAddress } from '../settings/database-address.ts';
import { newId } from '../store/testing/store-contract-data.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, runsOnPostgres } from '../testing/test-database.ts';

test('both answer 200 while the store is writable', async () => {
  const { app } = await createTestApp();
  const health = await app.request('/healthz');
  const version = { version: '1.0.0', commit: '0123456789ab' };
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', ...version }]);
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', reasons: [], relay: { state: 'off', reason: 'POSTHOG_KEY is not set' } },
  ]);
  expect((await app.request('/readyz', { method: 'POST' })).status).toBe(405);
});

test('while PostHog alone is down or an alert is raised, /readyz stays 200 and says why, without the figures that only the console shows', async () => {
  const failing = { state: 'failing' as const, reason: 'PostHog answered 503' };
  const times = { failingSince: NOON, nextAttemptAt: NOON + 1000 };
  const relay = { wake() {}, status: () => ({ ...failing, ...times }) };
  const { app, store } = await createTestApp({ relay });
  const text = 'Of the people who saw the form, 2.0 % signed up today.';
  const alert = { id: newId(), name: 'conversion_fell', text, since: NOON, raisedAt: NOON };
  await store.raiseAlert(alert);
  const ready = await app.request('/readyz');
  const told = { ...failing, nextAttemptAt: '2026-03-14T12:00:01.000Z' };
  const reasons = [
    'Events wait for PostHog: PostHog answered 503.',
    expect.stringMatching(/^The alert conversion_fell is raised\. (?!.*2\.0)[A-Z]/),
  ];
  const body = await ready.json();
  expect([ready.status, body]).toMatchObject([200, { status: 'ready', reasons, relay: told }]);
});

/** A site whose database can be locked, and how often it was probed for writing. */
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

test('/readyz writes the database once a second, however many ask, and no older answer is given, even if the clock was set back', async () => {
  const { ask, probes, clock, database } = await createCountingApp();
  const many = async () => new Set(await Promise.all(Array.from({ length: 200 }, ask)));
  for (let time = 0; time < 2; time++) expect(await many()).toEqual(new Set([200]));
  const lock = await lockDatabase(database);
  clock.now += 999;
  expect([await ask(), probes.count]).toEqual([200, 1]);
  clock.now += 1;
  expect([await many(), probes.count]).toEqual([new Set([503]), 2]);
  await lock.release();
  clock.now -= 60_000;
  expect(await ask()).toBe(200);
});

test('while the store is not writable, /readyz answers 503, writes answer 503, and pages are served', async () => {
  const site = await createCountingApp();
  await lockDatabase(site.database);
  const ready = await site.app.request('/readyz');
  const message = `The database cannot be written (${runsOnPostgres ? '55P03' : 'SQLITE_BUSY'}).`;
  const refusal = { status: 'not_ready', code: 'store_unavailable', message, reasons: [message] };
  expect([ready.status, await ready.json()]).toMatchObject([503, refusal]);
  const write = await postJson(site, SIGNUPS, JANE_SIGNS_UP);
  expect([write.status, write.headers.get('Retry-After')]).toEqual([503, '5']);
  for (const path of ['/healthz', '/']) expect((await site.app.request(path)).status).toBe(200);
});
