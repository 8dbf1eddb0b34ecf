import { PostHog } from 'posthog-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../edge/node/testing/serve-for-test.ts';
import { JANE, newId } from '../store/testing/store-contract-data.ts';
import { openIngestSite, TOKEN } from '../testing/sites/ingest-site.ts';
import { lockDatabase, openTestStore, rowsOf } from '../testing/test-database.ts';

/** A listening server with Jane's grant on record. A test may act between two answers. */
async function openSite(afterAnswer = () => {}) {
  const site = await openIngestSite({
    openStore: (database) => openTestStore(database, { lockTimeoutMs: 0 }),
    config: { posthogKey: TOKEN },
  });
  const statuses: number[] = [];
  const paths = new Set<string>();
  const { url } = await listen(async (request, exchange) => {
    const answered = await site.app.fetch(request, exchange);
    statuses.push(answered.status);
    paths.add(new URL(request.url).pathname);
    afterAnswer();
    return answered;
  });
  return { ...site, url, statuses, paths };
}

test.each([
  ['v0', '/ingest/batch/'],
  ['v1', '/ingest/i/v1/analytics/events'],
] as const)(
  'an unmodified posthog-node delivers by its %s protocol, each event once, in one request for each batch, and again after the database was locked',
  async (mode, path) => {
    vi.stubEnv('POSTHOG_CAPTURE_MODE', mode);
    const { url, statuses, paths, database } = await openSite(() => void lock.release());
    const lock = await lockDatabase(database);
    const options = { host: `${url}/ingest`, fetchRetryDelay: 10, flushAt: 50 };
    const client = new PostHog(TOKEN, options);
    const errors: unknown[] = [];
    client.on('error', (error: unknown) => errors.push(error));
    onTestFinished(() => client.shutdown());
    const ids = Array.from({ length: 120 }, newId);
    const properties = { percent_scrolled: 50 };
    for (const uuid of ids) client.capture({ distinctId: JANE, event: 'scroll', uuid, properties });
    await client.shutdown();
    const stored = (await rowsOf(database, 'events')).map(({ id }) => id);
    expect(stored.toSorted()).toEqual(ids.toSorted());
    expect([...paths]).toEqual([path]);
    expect(new Set(statuses)).toEqual(new Set([503, 200]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(errors).toEqual([]);
  },
  60_000,
);
