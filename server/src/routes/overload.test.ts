import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { grantConsent } from '../store/testing/store-contract-data.ts';
import { ENDPOINTS, sendThrough, type TestEndpoint } from '../testing/data/event-endpoints.ts';
import { createRequests } from '../testing/requests.ts';
import { createIds, createTestApp } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, rowsOf } from '../testing/test-database.ts';

const MINUTE = 60_000; // longer than any test
const MAX_WAITING_ROWS = 60;
const BATCH = 3;
const TOKEN = 'a-token-of-this-test';

/** The application with a short queue. */
async function openSite(endpoint: TestEndpoint) {
  const limits = { maxWaitingRows: MAX_WAITING_ROWS, lockTimeoutMs: MINUTE };
  const site = await createTestApp({
    openStore: (database) => openTestStore(database, limits),
    config: { metricsToken: TOKEN },
  });
  await grantConsent(site.store);
  const newId = createIds();
  const batch = () => Array.from({ length: BATCH }, newId);
  const send = (ids: readonly string[]) => sendThrough(endpoint, site, ids);
  const kept = async () => (await rowsOf(site.database, 'events')).map(({ id }) => id).sort();
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const metrics = async () => (await site.app.request('/metrics', { headers })).text();
  return { ...site, batch, send, kept, metrics };
}

test.each(ENDPOINTS)(
  'while the disk hangs, a limited number wait at the endpoint $endpoint, others get 503 at once, and no batch is stored in part',
  async (endpoint) => {
    const { database, batch, send, kept, lines, metrics } = await openSite(endpoint);
    const lock = await lockDatabase(database);
    const batches = Array.from({ length: 200 }, batch);
    const refused: string[][] = [];
    const answers = batches.map(async (ids) => {
      const answer = await send(ids);
      if (answer.status === 503) refused.push(ids);
      const restWaits = refused.length === batches.length - MAX_WAITING_ROWS / BATCH;
      if (restWaits) await lock.release();
      return { status: answer.status, retryAfter: answer.headers.get('Retry-After') };
    });
    const settled = await Promise.all(answers);
    expect(settled.filter(({ status }) => status === 200)).toHaveLength(MAX_WAITING_ROWS / BATCH);
    expect(
      settled.filter(({ status, retryAfter }) => status === 503 && retryAfter === '5'),
    ).toEqual(settled.filter(({ status }) => status !== 200));
    const taken = batches.filter((ids) => !refused.includes(ids));
    expect(await kept()).toEqual(taken.flat().sort());
    expect(lines.filter((line) => line.includes('is not available'))).toHaveLength(1);
    const dropped = `dubkit_events_dropped_total{endpoint="${endpoint.endpoint}",reason="overloaded"} ${refused.length * BATCH}`;
    expect(await metrics()).toContain(dropped);
  },
);

test.each(ENDPOINTS)(
  'a client whose events would fill the queue through /$endpoint does not delay or block others',
  async ({ path, body }) => {
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
    const send = (address: string, events: number) =>
      request(
        path,
        { method: 'POST', body: body(Array.from({ length: events }, newId)) },
        { from: address },
      );
    const lock = await lockDatabase(site.database);
    const flood = Array.from({ length: 150 }, () => send('192.0.2.7', 100)); // the queue holds 10,000
    await waitFor(150);
    const visit = send('192.0.2.8', 1);
    await waitFor(151);
    await lock.release();
    expect((await visit).status).toBe(200);
    const earlier = (await rowsOf(site.database, 'events')).length;
    expect(earlier).toBeLessThan(2_500);
    const settled = await Promise.all(flood);
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([200]));
  },
  60_000,
);
