import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { METRICS_TOKEN, readMetrics } from '../http/testing/site-requests.ts';
import { grantConsent } from '../store/testing/store-contract-data.ts';
import { ENDPOINTS, sendThrough, type TestEndpoint } from '../testing/data/event-endpoints.ts';
import { createRequests } from '../testing/requests.ts';
import { createIds, createTestApp } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, rowsOf } from '../testing/test-database.ts';

const MINUTE = 60_000; // longer than any test
const MAX_WAITING_ROWS = 60;
const BATCH = 3;

test.each(ENDPOINTS)(
  'while the disk hangs, a limited number wait at the endpoint $endpoint, others get 503 at once, and no batch is stored in part',
  async (endpoint) => {
    const limits = { maxWaitingRows: MAX_WAITING_ROWS, lockTimeoutMs: MINUTE };
    const site = await createTestApp({
      openStore: (database) => openTestStore(database, limits),
      config: { metricsToken: METRICS_TOKEN },
    });
    await grantConsent(site.store);
    const newId = createIds();
    const lock = await lockDatabase(site.database);
    const batches = Array.from({ length: 200 }, () => Array.from({ length: BATCH }, newId));
    const most = MAX_WAITING_ROWS / BATCH;
    const refused: string[][] = [];
    const answers = batches.map(async (ids) => {
      const { status, headers } = await sendThrough(endpoint, site, ids);
      if (status === 503) refused.push(ids);
      if (refused.length === batches.length - most) await lock.release();
      return `${status} ${headers.get('Retry-After')}`;
    });
    const settled = (await Promise.all(answers)).sort();
    expect(settled.slice(0, most)).toEqual(Array(most).fill('200 null'));
    expect(new Set(settled.slice(most))).toEqual(new Set(['503 5']));
    const taken = batches.filter((ids) => !refused.includes(ids));
    const kept = (await rowsOf(site.database, 'events')).map(({ id }) => id);
    expect(kept.sort()).toEqual(taken.flat().sort());
    expect(site.lines.filter((line) => line.includes('is not available'))).toHaveLength(1);
    const dropped = `dubkit_events_dropped_total{endpoint="${endpoint.endpoint}",reason="overloaded"}`;
    expect(await readMetrics(site)).toContain(`${dropped} ${refused.length * BATCH}`);
  },
);

test('a client whose events would fill the queue does not delay or block others', async () => {
  const site = await createTestApp({
    openStore: (database) => openTestStore(database, { lockTimeoutMs: MINUTE }),
  });
  await grantConsent(site.store);
  let arrived = 0;
  const { request } = createRequests((asked, exchange) => {
    arrived += 1;
    return site.app.fetch(asked, exchange);
  });
  /** Resolves when these have arrived, and what they need is in the queue. */
  const waitFor = async (count: number) => {
    await expect.poll(() => arrived, { timeout: MINUTE }).toBe(count);
    for (let turn = 0; turn < 200; turn++) await nextTurn();
  };
  const newId = createIds();
  const [own, ingest] = ENDPOINTS as [TestEndpoint, TestEndpoint];
  // One share is for the client's events at both endpoints.
  const send = (from: string, events: number, { path, body } = own) =>
    request(path, { method: 'POST', body: body(Array.from({ length: events }, newId)) }, { from });
  const lock = await lockDatabase(site.database);
  const flood = Array.from(
    { length: 150 },
    (_, index) => send('192.0.2.7', 100, index % 2 ? own : ingest), // the queue holds 10,000
  );
  await waitFor(150);
  const visit = send('192.0.2.8', 1);
  await waitFor(151);
  await lock.release();
  expect((await visit).status).toBe(200);
  expect((await rowsOf(site.database, 'events')).length).toBeLessThan(2_500);
  const settled = await Promise.all(flood);
  expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([200]));
}, 60_000);
