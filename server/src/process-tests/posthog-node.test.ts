import { PostHog, type PostHogOptions } from 'posthog-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../node/serve.ts';
import { grantConsent, JANE } from '../store/testing/store-contract-data.ts';
import { createIds, createTestApp } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, rowsOf } from '../testing/test-database.ts';

const TOKEN = 'phc_test';

/** A listening server with Jane's grant on record. A test may act between two answers. */
async function listen(afterAnswer = () => {}) {
  const site = await createTestApp({
    openStore: (database) => openTestStore(database, { lockTimeoutMs: 0 }),
    config: { posthogKey: TOKEN },
  });
  await grantConsent(site.store);
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const statuses: number[] = [];
  const paths = new Set<string>();
  answer(async (request, exchange) => {
    const answered = await site.app.fetch(request, exchange);
    statuses.push(answered.status);
    paths.add(new URL(request.url).pathname);
    afterAnswer();
    return answered;
  });
  return { ...site, url, statuses, paths };
}

function open(url: string, options: PostHogOptions = {}) {
  const client = new PostHog(TOKEN, { host: `${url}/ingest`, fetchRetryDelay: 10, ...options });
  const errors: unknown[] = [];
  client.on('error', (error: unknown) => errors.push(error));
  onTestFinished(() => client.shutdown());
  return { client, errors };
}

const storedIds = async (database: string) =>
  (await rowsOf(database, 'events')).map(({ id }) => id);
const newId = createIds();

test.each([
  ['v0', '/ingest/batch/'],
  ['v1', '/ingest/i/v1/analytics/events'],
] as const)(
  'an unmodified posthog-node delivers by its %s protocol, each event once, in one request for each batch, and again after the database was locked',
  async (mode, path) => {
    vi.stubEnv('POSTHOG_CAPTURE_MODE', mode);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, statuses, paths, database } = await listen(() => void lock.release());
    const lock = await lockDatabase(database);
    const { client, errors } = open(url, { flushAt: 50 });
    const ids = Array.from({ length: 120 }, newId);
    const properties = { percent_scrolled: 50 };
    for (const uuid of ids) client.capture({ distinctId: JANE, event: 'scroll', uuid, properties });
    await client.shutdown();
    expect((await storedIds(database)).toSorted()).toEqual(ids.toSorted());
    expect([...paths]).toEqual([path]);
    expect(new Set(statuses)).toEqual(new Set([503, 200]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(errors).toEqual([]);
  },
  60_000,
);

test('events that posthog-node sends without consent are dropped, and it does not repeat them', async () => {
  const { url, statuses, database } = await listen();
  const { client, errors } = open(url);
  client.capture({ distinctId: 'user-1', event: 'scroll', properties: { percent_scrolled: 50 } });
  client.identify({ distinctId: JANE, properties: { email: 'jane@example.org' } });
  await client.shutdown();
  expect(statuses).toEqual([200]);
  expect(await storedIds(database)).toEqual([]);
  expect(errors).toEqual([]);
});
