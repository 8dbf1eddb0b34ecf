import { gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import {
  createIds,
  createTestApp,
  NOON,
  type TestApp,
  type TestAppOptions,
} from '../testing/test-app.ts';

const JANE = '0195a000-0000-7000-8000-00000000000a';
const JOHN = '0195a000-0000-7000-8000-00000000000b';
const TOKEN = 'phc_test';
const at = (ms: number) => new Date(ms).toISOString();
const newId = createIds();

/** An event as posthog-js sends it. */
const scroll = ({
  properties = {},
  ...change
}: {
  properties?: object;
  [field: string]: unknown;
} = {}) => ({
  uuid: newId(),
  event: 'scroll',
  timestamp: at(NOON),
  ...change,
  properties: { distinct_id: JANE, token: TOKEN, percent_scrolled: 25, ...properties },
});
const batch = (events: unknown[] = [scroll()], change: object = {}) => ({
  api_key: TOKEN,
  batch: events,
  sent_at: at(NOON),
  ...change,
});

/** The application, with Jane's grant on record. */
async function createApp(options?: TestAppOptions) {
  const site = await createTestApp(openSqliteStore, options);
  await grant(site, JANE);
  return site;
}

async function grant({ store }: TestApp, consentId: string) {
  await store.recordDecision({
    id: newId(),
    consentId,
    revision: 1,
    analytics: true,
    source: 'banner',
    language: 'en',
    textHash: 'a'.repeat(64),
    gpc: false,
    decidedAt: NOON,
    recordedAt: NOON,
  });
}

async function send(
  { app }: TestApp,
  body: unknown,
  {
    path = '/ingest/e/',
    ...init
  }: { path?: string; method?: string; headers?: Record<string, string> } = {},
) {
  const bytes =
    typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const answer = await app.request(path, { method: 'POST', body: bytes, ...init });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const OK = { status: 200, body: { status: 'Ok' } };

function rows({ file }: TestApp): Record<string, unknown>[] {
  const db = new Sqlite(file, { readonly: true });
  onTestFinished(() => {
    db.close();
  });
  return db.prepare<[], Record<string, unknown>>('SELECT * FROM events ORDER BY seq').all();
}

test.each([
  '/e',
  '/e/',
  '/i/v0/e',
  '/i/v0/e/',
  '/capture',
  '/capture/',
  '/batch',
  '/batch/',
  '/track/',
  '/engage/',
])('POST /ingest%s takes events', async (path) => {
  const site = await createApp();
  expect(await send(site, batch(), { path: `/ingest${path}` })).toEqual(OK);
  expect(rows(site)).toMatchObject([{ name: 'scroll', properties: '{"percent_scrolled":25}' }]);
});

test('a row is what the other door would have made of it', async () => {
  const site = await createApp();
  const properties = {
    $current_url: 'https://www.dubbing.test/about?name=secret#x',
    $pathname: '/about',
    $referring_domain: 'news.example:8080',
    $session_id: JOHN,
    $viewport_width: 700,
    $screen_width: 2000,
    $raw_user_agent: 'secret',
    $set: { email: 'secret@example.org' },
    utm_source: 'letter',
    utm_content: 'for secret@example.org',
    gclid: 'secret',
  };
  const event = scroll({ properties });
  expect(await send(site, gzipSync(JSON.stringify(batch([event]))))).toEqual(OK);
  expect(rows(site)).toEqual([
    {
      seq: 1,
      id: event.uuid,
      consent_id: JANE,
      session_id: JOHN,
      name: 'scroll',
      properties: '{"percent_scrolled":25}',
      path: '/about',
      referrer_host: 'news.example',
      utm_source: 'letter',
      utm_medium: null,
      utm_campaign: null,
      utm_term: null,
      utm_content: null,
      viewport: 'medium',
      occurred_at: NOON,
      received_at: NOON,
    },
  ]);
});

test('what has no consent, another name or other properties answers 200 and is not kept', async () => {
  const site = await createApp();
  const dropped = [
    scroll({ properties: { distinct_id: JOHN } }),
    scroll({ properties: { distinct_id: 'user-1' } }),
    scroll({ event: '$pageview' }),
    scroll({ properties: { plan: 'pro' } }),
    scroll({ properties: { $pathname: '/u/secret@example.org' } }),
  ];
  expect(await send(site, batch(dropped))).toEqual(OK);
  expect(rows(site)).toEqual([]);
  const kept = scroll();
  expect(await send(site, batch([...dropped, kept]))).toEqual(OK);
  expect(rows(site)).toMatchObject([{ id: kept.uuid }]);
  expect(site.lines.join()).not.toContain('secret');
});

test('Sec-GPC: 1 is a refusal', async () => {
  const site = await createApp();
  expect(await send(site, batch(), { headers: { 'Sec-GPC': '1' } })).toEqual(OK);
  expect(rows(site)).toEqual([]);
});

test('the other calls of the SDKs are answered', async () => {
  const { app } = await createApp();
  const config = await app.request('/ingest/array/phc_test/config');
  expect(await config.json()).toEqual({ supportedCompression: ['gzip', 'gzip-js'] });
  const script = await app.request('/ingest/array/phc_test/config.js');
  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(await script.text()).toBe('');
  for (const path of ['/ingest/flags', '/ingest/flags/?v=2']) {
    const flags = await app.request(path, { method: 'POST', body: '{}' });
    expect(await flags.json()).toMatchObject({ flags: {}, featureFlags: {} });
  }
  const options = await app.request('/ingest/e/', { method: 'OPTIONS' });
  expect(options.status).toBe(204);
  expect([...options.headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([]);
});
