import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EventEndpoint } from '../edge/metrics.ts';
import { METRICS_TOKEN, postJson, readMetrics, scrolls } from '../edge/testing/site-requests.ts';
import { grantConsent, JANE, newId, text } from '../store/testing/store-contract-data.ts';
import { grant, post } from '../testing/data/consent-requests.ts';
import { createRequests } from '../testing/requests.ts';
import { batch, scroll } from '../testing/sites/ingest-site.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, rowsOf } from '../testing/test-database.ts';

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const HEADLESS = 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36';

interface TestEndpoint {
  endpoint: EventEndpoint;
  path: string;
  /** The same events of Jane at each endpoint, as its clients send them. */
  body(ids: readonly string[]): string;
}
const OWN: TestEndpoint = {
  endpoint: 'events',
  path: '/api/events',
  body: (ids) => JSON.stringify(scrolls(JANE, ids)),
};
const INGEST: TestEndpoint = {
  endpoint: 'ingest',
  path: '/ingest/batch/',
  body: (ids) => JSON.stringify(batch(ids.map((uuid) => scroll({ uuid })))),
};
const ENDPOINTS = [OWN, INGEST];

const sendThrough = async (
  { path, body }: TestEndpoint,
  { app }: TestApp,
  ids: readonly string[],
  headers: Record<string, string> = {},
) => app.request(path, { method: 'POST', headers, body: body(ids) });

async function openSite(options: TestAppOptions = {}) {
  const site = await createTestApp({ config: { metricsToken: METRICS_TOKEN }, ...options });
  await grantConsent(site.store);
  const kept = async () => (await rowsOf(site.database, 'events')).length;
  return { ...site, kept };
}

test.each(ENDPOINTS)(
  'at the endpoint $endpoint crawlers get a success answer, and are counted; headless browsers and SDKs pass',
  async (endpoint) => {
    const site = await openSite();
    const sendAs = (agent: string, events = 1) =>
      sendThrough(endpoint, site, Array.from({ length: events }, newId), { 'User-Agent': agent });
    const answer = await sendAs(GOOGLE, 2);
    const reason = 'sent by a crawler';
    const rejected = [0, 1].map((index) => ({ index, reason }));
    expect([answer.status, await answer.json()]).toEqual([
      200,
      endpoint.endpoint === 'ingest' ? { status: 'Ok' } : { accepted: 0, duplicates: 0, rejected },
    ]);
    expect(await site.kept()).toBe(0);
    const dropped = `dubkit_events_dropped_total{endpoint="${endpoint.endpoint}",reason="crawler"}`;
    expect(await readMetrics(site)).toContain(`${dropped} 2`);
    expect(site.lines).toEqual([]);
    for (const agent of [HEADLESS, 'posthog-node/5.70.0', '']) await sendAs(agent);
    await sendThrough(endpoint, site, [newId()]);
    expect(await site.kept()).toBe(4);
  },
);

test('events that a page of another site sends are stored, and its visitors count for no alert', async () => {
  const site = await openSite();
  const counts = async () => {
    await site.flush();
    return (await site.store.countClients({ from: null, to: null })).map(({ act }) => act);
  };
  await sendThrough(INGEST, site, [newId()], { 'Sec-Fetch-Site': 'cross-site' });
  expect([await site.kept(), await counts()]).toEqual([1, []]);
  await sendThrough(INGEST, site, [newId()]);
  expect([await site.kept(), await counts()]).toEqual([2, ['measured']]);
});

const envelope = scrolls(JANE, [JANE]);
const LATER = '503, again in 5 s';

/** The same, beside whose build a newer one may start. */
async function openBesideNewer() {
  const site = await openSite();
  const answerTo = async (sent: object) => {
    const { status, headers } = await postJson(site, '/api/events', { ...envelope, ...sent });
    return status === 503 ? `503, again in ${headers.get('Retry-After')} s` : status;
  };
  return { site, store: site.store, answerTo };
}

test('a page in a language that only a newer build has is asked to send everything again', async () => {
  const { site, store, answerTo } = await openBesideNewer();
  const italian = { context: { path: '/', language: 'it' } };
  const [language, hash] = ['it', 'i'.repeat(64)];
  const agree = async () => (await post(site, { ...grant, language, textHash: hash })).status;
  expect([await answerTo(italian), await agree()]).toEqual([400, 400]);
  await store.publishConsentTexts([text(), { ...text(), language, hash }]);
  expect([await answerTo(italian), await agree()]).toEqual([LATER, 503]);
  expect(await answerTo({ context: { path: '/', language: 'xx' } })).toBe(400);
  expect(await answerTo({ unknown: 1 })).toBe(400);
  expect(await answerTo({})).toBe(200);
});

test('beside a newer build, events that this one would refuse are to be sent again', async () => {
  const { site, store, answerTo } = await openBesideNewer();
  const hash = 'n'.repeat(64);
  await store.publishConsentTexts([{ ...text(), hash }]);
  // The grant is for the older text.
  expect(await answerTo({})).toBe(LATER);
  for (const endpoint of ENDPOINTS)
    expect((await sendThrough(endpoint, site, [JANE])).status).toBe(503);
  await post(site, { ...grant, revision: 2, textHash: hash });
  const events = envelope.events.map((event) => ({ ...event, name: 'new' }));
  expect(await answerTo({ events: [...envelope.events, ...events] })).toBe(LATER);
  expect(await answerTo({ unknown: 1 })).toBe(LATER);
  expect(await answerTo({})).toBe(200);
});

const MINUTE = 60_000; // longer than any test
const MAX_WAITING_ROWS = 60;
const BATCH = 3;

test.each(ENDPOINTS)(
  'while the disk hangs, a limited number wait at the endpoint $endpoint, others get 503 at once, and no batch is stored in part',
  async (endpoint) => {
    const limits = { maxWaitingRows: MAX_WAITING_ROWS, lockTimeoutMs: MINUTE };
    const site = await openSite({ openStore: (database) => openTestStore(database, limits) });
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
  const limits = { lockTimeoutMs: MINUTE };
  const site = await openSite({ openStore: (database) => openTestStore(database, limits) });
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
  // One share is for the client's events at both endpoints.
  const send = (from: string, events: number, { path, body } = OWN) =>
    request(path, { method: 'POST', body: body(Array.from({ length: events }, newId)) }, { from });
  const lock = await lockDatabase(site.database);
  const flood = Array.from(
    { length: 150 },
    (_, index) => send('192.0.2.7', 100, index % 2 ? OWN : INGEST), // the queue holds 10,000
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
