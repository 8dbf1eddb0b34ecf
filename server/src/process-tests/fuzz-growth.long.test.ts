import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { grantConsent, JANE } from '../store/testing/store-contract-data.ts';
import { grow, type JsonPath, pathsOf, UNITS, valueAt } from '../testing/hostile/grow.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';

const TOKEN = 'a-token-of-this-test';
const SHORT = 32_768;
/** Four times as long. Only PostHog's bodies may be as large. */
const LONG = 131_072;
/** Nobody notices shorter times, and they are too short to compare. */
const NOTICED_MS = 40;
const LEAST_MS = 5;
/** Growth from one to the other: 4 if time grows with the length, 16 if it grows with its square. */
const MOST_GROWTH = 9;

const timestamp = new Date(NOON).toISOString();
const click = { button_name: 'Beta Access', click_location: 'header' };
const submit = { form_type: 'beta', event_label: 'success', email_domain: 'example.org' };
const ofEvent = { id: JANE, timestamp };
const utm = { source: 'letter', campaign: 'spring' };
const ofSdk = {
  ...{ $current_url: 'https://www.dubbing.test/', $pathname: '/', utm_source: 'letter' },
  ...{ $referring_domain: 'news.example', $session_id: JANE, token: 'phc_test' },
};
const scroll = { event: 'scroll', distinct_id: JANE, properties: { percent_scrolled: 25 } };
const decision = {
  ...{ consentId: JANE, revision: 1, source: 'banner', language: 'en' },
  ...{ textHash: 'a'.repeat(64), decidedAt: timestamp, ageMs: 5 },
};

interface Shape {
  path: string;
  json: object;
  /** How to send the JSON; unchanged by default. */
  encode?(json: string): string | Uint8Array;
}

const SHAPES: Record<string, Shape> = {
  'our own events': {
    path: '/api/events',
    json: {
      ...{ consentId: JANE, sessionId: JANE, sentAt: timestamp },
      context: { path: '/', referrerHost: 'news.example', utm, viewport: 'small' },
      events: [
        { ...ofEvent, name: 'button_click', properties: click },
        { ...ofEvent, name: 'form_submit', properties: submit },
      ],
    },
  },
  'a batch for PostHog': {
    path: '/ingest/batch/',
    json: {
      ...{ api_key: 'phc_test', sent_at: timestamp },
      batch: [
        {
          ...{ uuid: JANE, event: 'button_click', distinct_id: JANE, timestamp },
          properties: { ...click, ...ofSdk },
        },
      ],
    },
  },
  'an event for PostHog, in gzip': {
    path: '/ingest/e/',
    json: scroll,
    encode: (json) => gzipSync(json, { level: 1 }),
  },
  'events for PostHog in a form': {
    path: '/ingest/e/',
    json: [scroll],
    encode: (json) => `ip=1&data=${encodeURIComponent(json)}&ver=1`,
  },
  'events for PostHog in base64': {
    path: '/ingest/e/',
    json: [scroll],
    encode: (json) => Buffer.from(json).toString('base64'),
  },
  'a grant': { path: '/api/consents', json: { ...decision, analytics: true } },
  'a withdrawal': { path: '/api/consents', json: { ...decision, analytics: false } },
  'a signup': {
    path: '/rest/v1/notifyme_signups',
    json: {
      ...{ name: 'Jane', email: 'jane@example.org', youtube_channel: '@jane', use_case: 'Talks' },
      signup_type: 'beta',
    },
  },
  'a sign-in': { path: '/growth/api/session', json: { token: 'x' } },
};

const headers = { 'Content-Type': 'application/json', apikey: 'public-anon-key' };

/**
 * Returns the CPU milliseconds until the answer, which must not be a 5xx: the least of three if the first is noticeable,
 * because garbage collection adds to some.
 */
async function timeOf({ app }: TestApp, path: string, body: string | Uint8Array) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least >= NOTICED_MS; round++) {
    const since = process.cpuUsage();
    const { status } = await app.request(path, { method: 'POST', headers, body });
    const { user, system } = process.cpuUsage(since);
    expect(status).toBeLessThan(500);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Returns the times for the two lengths if they grow faster than the length, or null. */
async function growsTooFast(site: TestApp, shape: Shape, path: JsonPath, unit: string) {
  const timeAt = (length: number) => {
    const json = JSON.stringify(grow(shape.json, path, unit, length));
    return timeOf(site, shape.path, shape.encode?.(json) ?? json);
  };
  const long = await timeAt(LONG);
  if (long <= NOTICED_MS) return null;
  const short = await timeAt(SHORT);
  return long > MOST_GROWTH * Math.max(short, LEAST_MS) ? { short, long } : null;
}

test.each(Object.entries(SHAPES))(
  '%s: no field takes time that grows faster than its length',
  async (_, shape) => {
    const site = await createTestApp({ config: { growthToken: TOKEN } });
    await grantConsent(site.store);
    for (const path of pathsOf(shape.json)) {
      const isText = typeof valueAt(shape.json, path) === 'string';
      for (const [name, unit] of Object.entries(isText ? UNITS : { 'more of it': 'k' })) {
        const found = await growsTooFast(site, shape, path, unit);
        expect([path.join('.'), name, found]).toEqual([path.join('.'), name, null]);
      }
    }
  },
  120_000,
);
