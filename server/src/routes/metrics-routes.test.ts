import { expect, test } from 'vitest';
import { grant, JANE } from '../testing/data/consent-requests.ts';
import { createTestApp, NOON, type TestApp, type TestAppOptions } from '../testing/test-app.ts';
import { runsOnPostgres } from '../testing/test-database.ts';

const TOKEN = 'a-token-of-this-test';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };
const iso = (time: number) => new Date(time).toISOString();

const createApp = (options: TestAppOptions = {}) =>
  createTestApp({ config: { metricsToken: TOKEN }, ...options });

/** The value of each series, by its name with its labels. */
async function scrape({ app }: TestApp) {
  const answer = await app.request('/metrics', { headers: AUTHORIZED });
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

async function post({ app }: TestApp, path: string, body: unknown) {
  const headers = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };
  return app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

const event = (last: number, properties: object = { percent_scrolled: 25 }) => ({
  id: `0195a000-0000-7000-8000-00000000000${last}`,
  name: 'scroll',
  timestamp: iso(NOON),
  properties,
});
const envelope = (...events: object[]) => ({
  consentId: JANE,
  sessionId: JANE,
  sentAt: iso(NOON),
  events,
});
const signup = { name: 'Jane', email: 'jane@example.org', signup_type: 'notifyme' };

test('without METRICS_TOKEN there is no /metrics; with it, only the bearer of the token reads it', async () => {
  const { app: closed } = await createTestApp();
  expect((await closed.request('/metrics', { headers: AUTHORIZED })).status).toBe(404);
  const { app } = await createApp();
  for (const header of [
    undefined,
    'Bearer',
    'Bearer ',
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    TOKEN,
  ]) {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header };
    const refused = await app.request('/metrics', { headers });
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.json()).toMatchObject({ code: 'unauthorized' });
  }
  // The name of the scheme has no case (RFC 9110, section 11.1).
  const answer = await app.request('/metrics', { headers: { Authorization: `bearer ${TOKEN}` } });
  expect([
    answer.status,
    answer.headers.get('Content-Type'),
    answer.headers.get('Cache-Control'),
  ]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store']);
  expect((await app.request('/metrics', { method: 'POST', headers: AUTHORIZED })).status).toBe(405);
});

test('requests are counted by method, route and class of status; a path is never a label', async () => {
  const site = await createApp();
  await site.app.request('/');
  await site.app.request('/about');
  await site.app.request('/jane.roe@example.org');
  await site.app.request('/api/events', { method: 'DELETE' });
  await site.app.request('/api/nothing/jane');
  await site.app.request('/healthz', { method: 'HEAD' });
  await post(site, '/rest/v1/notifyme_signups', signup);
  await post(site, '/rest/v1/jane', signup);
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

test('events are counted when they are accepted, and each drop by its reason', async () => {
  const site = await createApp();
  await post(site, '/api/events', envelope(event(1), event(2)));
  await post(site, '/api/consents', grant);
  await post(site, '/api/events', envelope(event(1), event(2), event(3, { percent_scrolled: 7 })));
  await post(site, '/api/events', envelope(event(2)));
  await post(site, '/api/events', { no: 'envelope' });
  await post(site, '/api/events', 'x'.repeat(300 * 1024));
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
});

test('signups and decisions are counted by outcome', async () => {
  const site = await createApp();
  for (const row of [signup, signup, { ...signup, email: 'no' }]) {
    await post(site, '/rest/v1/notifyme_signups', row);
  }
  for (const decision of [grant, grant, { ...grant, consentId: null, analytics: false }]) {
    await post(site, '/api/consents', decision);
  }
  const series = await scrape(site);
  for (const outcome of ['created', 'duplicate', 'invalid']) {
    expect(series.get(`dubkit_signups_total{outcome="${outcome}"}`)).toBe(1);
  }
  for (const outcome of ['appended', 'unchanged', 'counted']) {
    expect(series.get(`dubkit_consent_decisions_total{outcome="${outcome}"}`)).toBe(1);
  }
});

test('the state of the database and of the delivery to PostHog is read on demand', async () => {
  const relay = {
    wake: () => {},
    status: () => ({
      state: 'delivering' as const,
      reason: null,
      failingSince: null,
      nextAttemptAt: 0,
    }),
  };
  const site = await createApp({ relay });
  await post(site, '/api/consents', grant);
  await post(site, '/api/events', envelope(event(1), event(2)));
  await site.store.noteDeliveryFailure('PostHog answered 503', NOON);
  site.clock.now += 90_000;
  const series = await scrape(site);
  expect(series.get('dubkit_relay_waiting_events')).toBe(2);
  expect(series.get('dubkit_relay_lag_seconds')).toBe(90);
  expect(series.get('dubkit_relay_events_total{outcome="delivered"}')).toBe(0);
  expect(series.get('dubkit_relay_events_total{outcome="withdrawn"}')).toBe(0);
  expect(series.get('dubkit_relay_dead_letters')).toBe(0);
  expect(series.get('dubkit_relay_failing')).toBe(1);
  expect(series.get('dubkit_queue_depth')).toBe(0);
  expect(series.get('dubkit_database_size_bytes{file="main"}')).toBeGreaterThan(0);
  // On PostgreSQL these are the server's values, and 0 free bytes would raise an alarm.
  if (runsOnPostgres) return expect(series.has('dubkit_disk_free_bytes')).toBe(false);
  expect(series.get('dubkit_database_size_bytes{file="wal"}')).toBeGreaterThan(0);
  expect(series.get('dubkit_disk_free_bytes')).toBeGreaterThan(0);
});
