import Sqlite from 'better-sqlite3';
import { PostHog, type PostHogOptions } from 'posthog-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from './serve.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { grantConsent, JANE } from './testing/consent.ts';
import { createIds, createTestApp } from './testing/test-app.ts';

const TOKEN = 'phc_test';

/** A server that listens, with Jane's grant on record; between one answer and the next something may happen. */
async function listen(afterAnswer = () => {}) {
  const site = await createTestApp((file) => openSqliteStore(file, { lockTimeoutMs: 0 }), {
    config: { posthogKey: TOKEN },
  });
  await grantConsent(site.store);
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const statuses: number[] = [];
  const paths = new Set<string>();
  answer(async (request) => {
    const answered = await site.app.fetch(request);
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

const storedIds = (file: string) => {
  const db = new Sqlite(file, { readonly: true });
  const ids = db.prepare<[], string>('SELECT id FROM events ORDER BY seq').pluck().all();
  db.close();
  return ids;
};

const newId = createIds();

function capture(client: PostHog, count: number) {
  return Array.from({ length: count }, () => {
    const uuid = newId();
    const properties = { percent_scrolled: 50 };
    client.capture({ distinctId: JANE, event: 'scroll', uuid, properties });
    return uuid;
  });
}

const PROTOCOLS = [
  ['v0', '/ingest/batch/'],
  ['v1', '/ingest/i/v1/analytics/events'],
] as const;

test.each(PROTOCOLS)(
  'an unmodified posthog-node delivers by its %s protocol, each event once, in as few requests as it has batches',
  async (mode, path) => {
    vi.stubEnv('POSTHOG_CAPTURE_MODE', mode);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, statuses, paths, file } = await listen();
    const { client, errors } = open(url, { flushAt: 50 });
    const ids = capture(client, 120);
    await client.flush();
    await vi.waitFor(() => expect(storedIds(file)).toHaveLength(120));
    expect(storedIds(file).toSorted()).toEqual(ids.toSorted());
    await client.shutdown();
    expect([...paths]).toEqual([path]);
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect(statuses.length).toBeLessThanOrEqual(3);
    expect(errors).toEqual([]);
  },
);

test.each(PROTOCOLS)(
  'posthog-node, by its %s protocol, sends the same events again when the database was locked, and none after that',
  async (mode) => {
    vi.stubEnv('POSTHOG_CAPTURE_MODE', mode);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, statuses, file } = await listen(() => {
      if (other.inTransaction) other.exec('ROLLBACK');
    });
    const other = new Sqlite(file);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const { client, errors } = open(url);
    const ids = capture(client, 10);
    await client.shutdown();
    expect(statuses).toEqual([503, 200]);
    expect(storedIds(file)).toEqual(ids);
    expect(errors).toEqual([]);
  },
  60_000,
);

test('what posthog-node sends without consent is dropped, and it sends it once', async () => {
  const { url, statuses, file } = await listen();
  const { client, errors } = open(url);
  client.capture({ distinctId: 'user-1', event: 'scroll', properties: { percent_scrolled: 50 } });
  client.identify({ distinctId: JANE, properties: { email: 'jane@example.org' } });
  await client.shutdown();
  expect(statuses).toEqual([200]);
  expect(storedIds(file)).toEqual([]);
  expect(errors).toEqual([]);
});
