import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { ingestPath } from '../../edge/request-url.ts';
import { METRICS_TOKEN, readMetrics, scrolls } from '../../edge/testing/site-requests.ts';
import { JANE, JOHN } from '../../store/testing/store-contract-data.ts';
import {
  at,
  batch,
  newId,
  OK,
  openIngestSite,
  rows,
  scroll,
  TOKEN,
} from '../../testing/sites/ingest-site.ts';
import { NOON } from '../../testing/test-app.ts';

test('each path of PostHog takes events, below /ingest and at the root', async () => {
  const site = await openIngestSite();
  const names = ['e', 'i/v0/e', 'capture', 'batch', 'track', 'engage'];
  const paths = names.flatMap((name) => [`/ingest/${name}`, `/ingest/${name}/`, `/${name}/`]);
  for (const path of paths) {
    const event = scroll({ uuid: '' }); // it gets an id of its own
    expect(await site.send(batch([event]), { path }), path).toEqual(OK);
  }
  expect(await rows(site)).toHaveLength(paths.length);
});

test.each([
  ['//batch/', '/ingest/batch/'],
  ['/ingest//batch/', '/ingest/batch/'],
  ['//ingest/i//v0/e/', '/ingest/i/v0/e/'],
  ['//about', '//about'],
])('%s, as SDKs write a host with a slash at its end, means %s', (path, meant) => {
  expect(ingestPath(path)).toBe(meant);
});

test('a row is the same as through the other endpoint, and has nothing personal', async () => {
  const site = await openIngestSite();
  const properties = {
    $current_url: 'https://www.dubbing.test/about?name=secret#x',
    $pathname: '/about',
    $referring_domain: 'news.example:8080',
    $session_id: JOHN,
    $viewport_width: 700,
    site_language: 'ja',
    $screen_width: 2000,
    $raw_user_agent: 'secret',
    $set: { email: 'secret@example.org' },
    utm_source: 'letter',
    utm_content: 'for secret@example.org',
    gclid: 'secret',
  };
  expect(await site.send(batch([scroll({ properties })]))).toEqual(OK);
  const place = { path: '/about', referrerHost: 'news.example', viewport: 'medium' };
  const context = { ...place, language: 'ja', utm: { source: 'letter' } };
  const own = { ...scrolls(JANE, [newId()], context), sessionId: JOHN };
  await site.send(own, { path: '/api/events' });
  const [through, direct] = (await rows(site)).map(({ seq: _, id: __, ...row }) => row);
  expect(through).toMatchObject({ consent_id: JANE, session_id: JOHN, occurred_at: NOON });
  expect(through).toEqual(direct);
  expect(JSON.stringify(through)).not.toContain('secret');
});

test('Server-Timing says that consent is missing, for our own page with posthog-js', async () => {
  const { app } = await openIngestSite();
  const timing = async (event: object) => {
    const init = { method: 'POST', body: JSON.stringify(batch([event])) };
    return (await app.request('/ingest/e/', init)).headers.get('Server-Timing');
  };
  expect(await timing(scroll({ properties: { distinct_id: JOHN } }))).toBe('consent_required');
  expect(await timing(scroll())).toBeNull();
  expect(await timing(scroll({ event: '$pageview' }))).toBeNull();
});

test('Sec-GPC: 1 is a refusal, also when it is sent twice', async () => {
  const site = await openIngestSite();
  for (const value of ['1', '1, 1']) {
    expect(await site.send(batch(), { headers: { 'Sec-GPC': value } })).toEqual(OK);
  }
  expect(await rows(site)).toEqual([]);
});

test("the SDKs' other calls are answered", async () => {
  const { app } = await openIngestSite();
  for (const path of ['/ingest/array/phc_test/config', '/array/phc_test/config/']) {
    const config = await app.request(path);
    expect(await config.json()).toEqual({ supportedCompression: ['gzip', 'gzip-js'] });
  }
  const script = await app.request('/ingest/array/phc_test/config.js');
  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(await script.text()).toBe('');
  for (const path of ['/ingest/flags', '/flags/?v=2', '/ingest/decide', '/decide/?v=3']) {
    const flags = await app.request(path, { method: 'POST', body: '{}' });
    expect(await flags.json()).toMatchObject({ flags: {}, featureFlags: {} });
  }
  for (const path of ['/ingest/e/', '/e/']) {
    const options = await app.request(path, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect([...options.headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([]);
  }
});

test('GET reads ?data=, with "_" as the time when it was sent', async () => {
  const site = await openIngestSite();
  const event = scroll({ timestamp: at(NOON - HOUR_MS - 5) });
  const data = encodeURIComponent(Buffer.from(JSON.stringify([event])).toString('base64'));
  const answer = await site.app.request(`/ingest/e/?data=${data}&_=${NOON - HOUR_MS}`);
  expect([answer.status, await answer.json()]).toEqual([200, OK.body]);
  expect(await rows(site)).toMatchObject([{ id: event.uuid, occurred_at: NOON - 5 }]);
  expect((await site.app.request('/ingest/e/')).status).toBe(400);
});

test('the newer protocol reports the outcome of each uuid', async () => {
  const site = await openIngestSite();
  const v1 = (change: object = {}) => ({
    ...{ uuid: newId(), event: 'scroll', distinct_id: JANE, session_id: JOHN, options: {} },
    ...{ timestamp: at(NOON - HOUR_MS), properties: { percent_scrolled: 25 } },
    ...change,
  });
  const [kept, ...dropped] = [
    ...[v1(), v1({ event: 'plan_chosen' }), v1({ distinct_id: 'user-1' })],
    v1({ properties: { plan: 'pro' } }),
  ];
  const reasons = ['other_name', 'consent_required', 'invalid'];
  const results = Object.fromEntries(
    dropped.map(({ uuid }, index) => [uuid, { result: 'drop', details: reasons[index] }]),
  );
  const headers = {
    Authorization: `Bearer ${TOKEN}`,
    'PostHog-Request-Timestamp': at(NOON - HOUR_MS + 5),
  };
  const path = '/ingest/i/v1/analytics/events';
  const body = { created_at: at(NOON), batch: [kept, ...dropped] };
  for (let time = 0; time < 2; time++) {
    expect(await site.send(body, { path, headers })).toEqual({
      status: 200,
      body: { results: { ...results, [String(kept?.uuid)]: { result: 'ok' } } },
    });
  }
  const row = { id: kept?.uuid, session_id: JOHN, occurred_at: NOON - 5 };
  expect(await rows(site)).toMatchObject([row]);
  expect(await site.send(body, { path })).toMatchObject({ status: 401 });
});

test('events without consent, with another name or with other properties answer 200, are not kept and do not wake the relay; another key answers 401; all are counted by reason', async () => {
  let woken = 0;
  const idle = {
    state: 'up_to_date',
    reason: null,
    failingSince: null,
    nextAttemptAt: null,
  } as const;
  const relay = { wake: () => void woken++, status: () => idle };
  const config = { metricsToken: METRICS_TOKEN, posthogKey: TOKEN };
  const site = await openIngestSite({ config, relay });
  const dropped = [
    scroll({ properties: { distinct_id: JOHN } }),
    scroll({ properties: { distinct_id: 'user-1' } }),
    scroll({ properties: { distinct_id: 'user\u0000' } }),
    scroll({ event: '$pageview' }),
    scroll({ properties: { plan: 'pro' } }),
    scroll({ properties: { $pathname: '/u/secret@example.org' } }),
  ];
  const kept = scroll();
  expect(await site.send(batch(dropped))).toEqual(OK);
  expect(woken).toBe(0);
  expect(await site.send(batch([...dropped, kept]))).toEqual(OK);
  expect(await site.send(batch([kept]))).toEqual(OK);
  expect(woken).toBe(1);
  const other = await site.send(batch([scroll()], { api_key: 'phc_other' }));
  expect(other).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  expect(await rows(site)).toMatchObject([{ id: kept.uuid }]);
  expect(site.lines.join()).not.toContain('secret');
  await site.send('hello');
  await site.send(' '.repeat(2 ** 21 + 1));
  const lines = (await readMetrics(site))
    .split('\n')
    .filter((line) => line.includes('endpoint="ingest"'));
  expect(lines.toSorted()).toEqual([
    'dubkit_events_accepted_total{endpoint="ingest"} 1',
    'dubkit_events_dropped_total{endpoint="ingest",reason="consent_required"} 6',
    'dubkit_events_dropped_total{endpoint="ingest",reason="invalid"} 4',
    'dubkit_events_dropped_total{endpoint="ingest",reason="other_name"} 2',
    'dubkit_events_dropped_total{endpoint="ingest",reason="too_large"} 1',
    'dubkit_events_dropped_total{endpoint="ingest",reason="unauthorized"} 1',
    'dubkit_events_dropped_total{endpoint="ingest",reason="unreadable"} 1',
    'dubkit_events_duplicate_total{endpoint="ingest"} 1',
  ]);
});

test('other methods and paths are answered with what exists', async () => {
  const { app } = await openIngestSite();
  const put = await app.request('/ingest/e/', { method: 'PUT' });
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  for (const path of ['/ingest', '/ingest/', '/ingest/s/', '/ingest/e/x', '/e/x']) {
    expect((await app.request(path, { method: 'POST', body: '{}' })).status).toBe(404);
  }
});
