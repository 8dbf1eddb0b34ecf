import { expect, test } from 'vitest';
import { grantConsent } from '../store/testing/store-contract-data.ts';
import { ENDPOINTS, sendThrough } from '../testing/data/event-endpoints.ts';
import { createIds, createTestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const TOKEN = 'a-token-of-this-test';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const GPT = 'Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

async function openSite() {
  const site = await createTestApp({ config: { metricsToken: TOKEN } });
  await grantConsent(site.store);
  const kept = async () => (await rowsOf(site.database, 'events')).length;
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const metrics = async () => (await site.app.request('/metrics', { headers })).text();
  return { ...site, kept, metrics };
}

test.each(ENDPOINTS)(
  'at the endpoint $endpoint crawlers get a success answer, and are counted',
  async (endpoint) => {
    const site = await openSite();
    const newId = createIds();
    for (const userAgent of [GOOGLE, GPT]) {
      const headers = { 'User-Agent': userAgent };
      const answer = await sendThrough(endpoint, site, [newId(), newId()], headers);
      expect(answer.status).toBe(200);
      const reason = 'sent by a crawler';
      const told =
        endpoint.endpoint === 'ingest'
          ? { status: 'Ok' }
          : { accepted: 0, duplicates: 0, rejected: [0, 1].map((index) => ({ index, reason })) };
      expect(await answer.json()).toEqual(told);
    }
    expect(await site.kept()).toBe(0);
    const counted = `dubkit_events_dropped_total{endpoint="${endpoint.endpoint}",reason="crawler"} 4`;
    expect(await site.metrics()).toContain(counted);
    expect(site.lines).toEqual([]);
  },
);

test.each(ENDPOINTS)(
  'at the endpoint $endpoint headless browsers, SDKs and clients without a user agent pass',
  async (endpoint) => {
    const site = await openSite();
    const newId = createIds();
    const headless = 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36';
    for (const userAgent of [headless, 'posthog-node/5.70.0', '']) {
      await sendThrough(endpoint, site, [newId()], { 'User-Agent': userAgent });
    }
    await sendThrough(endpoint, site, [newId()]);
    expect(await site.kept()).toBe(4);
  },
);

test('events that a page of another site sends are stored, and its visitors count for no alert', async () => {
  const site = await openSite();
  const newId = createIds();
  const [ingest] = ENDPOINTS.filter(({ endpoint }) => endpoint === 'ingest');
  if (!ingest) throw new Error('no such endpoint');
  const counts = async () => {
    await site.flush();
    return (await site.store.countClients({ from: null, to: null })).map(({ act }) => act);
  };
  await sendThrough(ingest, site, [newId()], { 'Sec-Fetch-Site': 'cross-site' });
  expect([await site.kept(), await counts()]).toEqual([1, []]);
  await sendThrough(ingest, site, [newId()]);
  expect([await site.kept(), await counts()]).toEqual([2, ['measured']]);
});
