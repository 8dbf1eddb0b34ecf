import { expect, test } from 'vitest';
import { firstRefusal, grant, JANE } from '../testing/data/consent-requests.ts';
import { createTestApp, NOON, type TestApp, type TestAppOptions } from '../testing/test-app.ts';
import { runsOnPostgres } from '../testing/test-database.ts';
import {
  JANE_SIGNS_UP,
  postJson,
  readMetrics,
  SIGNUPS,
  scrolls,
  METRICS_TOKEN as TOKEN,
} from './testing/site-requests.ts';

const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };

const createApp = (options: TestAppOptions = {}) =>
  createTestApp({ config: { metricsToken: TOKEN }, ...options });

/** The value of each series, by its name with its labels. */
async function scrape(site: TestApp) {
  const lines = (await readMetrics(site))
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

const idOf = (last: number) => `0195a000-0000-7000-8000-00000000000${last}`;

test('without METRICS_TOKEN there is no /metrics; with it, only the bearer of the token reads it', async () => {
  const { app: closed } = await createTestApp();
  expect((await closed.request('/metrics', { headers: AUTHORIZED })).status).toBe(404);
  const { app } = await createApp();
  for (const header of ['', 'Bearer', 'Bearer ', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN]) {
    const headers = header && { Authorization: header };
    const refused = await app.request('/metrics', headers ? { headers } : {});
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.json()).toMatchObject({ code: 'unauthorized' });
  }
  // The name of the scheme has no case (RFC 9110, section 11.1).
  const answer = await app.request('/metrics', { headers: { Authorization: `bearer ${TOKEN}` } });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await app.request('/metrics', { method: 'POST', headers: AUTHORIZED })).status).toBe(405);
});

test('requests are counted by method, route and class of status; a path is never a label', async () => {
  const site = await createApp();
  for (const path of ['/', '/about', '/jane.roe@example.org', '/api/nothing/jane'])
    await site.app.request(path);
  await site.app.request('/api/events', { method: 'DELETE' });
  await site.app.request('/healthz', { method: 'HEAD' });
  for (const path of [SIGNUPS, '/rest/v1/jane']) await postJson(site, path, JANE_SIGNS_UP);
  const series = await scrape(site);
  const requests = [...series].filter(([name]) => name.startsWith('dubkit_http_requests_total'));
  expect(Object.fromEntries(requests)).toEqual({
    'dubkit_http_requests_total{method="GET",route="/*",status="2xx"}': 2,
    'dubkit_http_requests_total{method="GET",route="/*",status="4xx"}': 1,
    'dubkit_http_requests_total{method="DELETE",route="/api/events",status="4xx"}': 1,
    'dubkit_http_requests_total{method="GET",route="/api/*",status="4xx"}': 1,
    'dubkit_http_requests_total{method="HEAD",route="/healthz",status="2xx"}': 1,
    'dubkit_http_requests_total{method="POST",route="/rest/v1/*",status="2xx"}': 1,
    'dubkit_http_requests_total{method="POST",route="/rest/v1/*",status="4xx"}': 1,
  });
  expect(series.get('dubkit_http_request_duration_seconds_count{route="/*"}')).toBe(3);
  expect([...series.keys()].join('\n')).not.toMatch(/jane|about/);
});

test('events are counted when they are accepted, and each drop by its reason; signups and decisions by outcome', async () => {
  const site = await createApp();
  const send = (body: unknown) => postJson(site, '/api/events', body);
  const [first, second, third] = [1, 2, 3].map(idOf) as [string, string, string];
  const both = scrolls(JANE, [first, second]);
  await send(both);
  for (const decision of [grant, grant, firstRefusal])
    await postJson(site, '/api/consents', decision);
  const [bad] = scrolls(JANE, [third]).events;
  await send({
    ...both,
    events: [...both.events, { ...bad, properties: { percent_scrolled: 7 } }],
  });
  await send(scrolls(JANE, [second]));
  await send({ no: 'envelope' });
  await send('x'.repeat(300 * 1024));
  for (const row of [JANE_SIGNS_UP, JANE_SIGNS_UP, { ...JANE_SIGNS_UP, email: 'no' }])
    await postJson(site, SIGNUPS, row);
  const series = await scrape(site);
  const events = [...series].filter(([name]) => name.startsWith('dubkit_events_'));
  expect(Object.fromEntries(events)).toEqual({
    'dubkit_events_accepted_total{endpoint="events"}': 2,
    'dubkit_events_duplicate_total{endpoint="events"}': 1,
    'dubkit_events_dropped_total{endpoint="events",reason="consent_required"}': 2,
    'dubkit_events_dropped_total{endpoint="events",reason="invalid"}': 1,
    'dubkit_events_dropped_total{endpoint="events",reason="unreadable"}': 1,
    'dubkit_events_dropped_total{endpoint="events",reason="too_large"}': 1,
    'dubkit_events_accepted_total{endpoint="ingest"}': 0,
    'dubkit_events_duplicate_total{endpoint="ingest"}': 0,
  });
  for (const outcome of ['created', 'duplicate', 'invalid'])
    expect(series.get(`dubkit_signups_total{outcome="${outcome}"}`)).toBe(1);
  for (const outcome of ['appended', 'unchanged', 'counted'])
    expect(series.get(`dubkit_consent_decisions_total{outcome="${outcome}"}`)).toBe(1);
});

test('the state of the database and of the delivery to PostHog is read on demand', async () => {
  const state = { state: 'delivering' as const, failingSince: null, nextAttemptAt: 0 };
  const site = await createApp({
    relay: { wake() {}, status: () => ({ ...state, reason: null }) },
  });
  await postJson(site, '/api/consents', grant);
  await postJson(site, '/api/events', scrolls(JANE, [1, 2].map(idOf)));
  await site.store.noteDeliveryFailure('PostHog answered 503', NOON);
  site.clock.now += 90_000;
  const series = await scrape(site);
  expect(Object.fromEntries(series)).toMatchObject({
    dubkit_relay_waiting_events: 2,
    dubkit_relay_lag_seconds: 90,
    'dubkit_relay_events_total{outcome="delivered"}': 0,
    'dubkit_relay_events_total{outcome="withdrawn"}': 0,
    dubkit_relay_dead_letters: 0,
    dubkit_relay_failing: 1,
    dubkit_queue_depth: 0,
  });
  expect(series.get('dubkit_database_size_bytes{file="main"}')).toBeGreaterThan(0);
  // On PostgreSQL these are the server's values, and 0 free bytes would raise an alarm.
  if (runsOnPostgres) return expect(series.has('dubkit_disk_free_bytes')).toBe(false);
  expect(series.get('dubkit_database_size_bytes{file="wal"}')).toBeGreaterThan(0);
  expect(series.get('dubkit_disk_free_bytes')).toBeGreaterThan(0);
});
