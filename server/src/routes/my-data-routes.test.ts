import { expect, test } from 'vitest';
import { createIds, createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const JANE = '0195a000-0000-7000-8000-00000000000a';
const JOHN = '0195a000-0000-7000-8000-00000000000b';
const SESSION = '0195a000-0000-7000-8000-00000000000c';
const iso = new Date(NOON).toISOString();

async function createApp() {
  const site = await createTestApp();
  await decide(site, JANE, true);
  return site;
}

async function post({ app }: TestApp, path: string, body: object, more: object = {}) {
  const headers = { 'Content-Type': 'application/json', ...more };
  return app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

const decide = (site: TestApp, consentId: string, analytics: boolean, headers: object = {}) => {
  const proof = { source: 'banner', language: 'en', textHash: 'a'.repeat(64) };
  return post(site, '/api/consents', { consentId, revision: 1, analytics, ...proof }, headers);
};

const newId = createIds();
const scroll = (site: TestApp, consentId: string, id = newId()) =>
  post(site, '/api/events', {
    consentId,
    sessionId: SESSION,
    sentAt: iso,
    context: { path: '/', utm: { source: 'letter' }, viewport: 'small' },
    events: [{ id, name: 'scroll', timestamp: iso, properties: { percent_scrolled: 25 } }],
  });

function cookieOf(consentId: string | null, lastConsentTimestamp?: string) {
  const value = {
    categories: ['analytics'],
    revision: 1,
    consentId,
    lastConsentTimestamp,
  };
  return `cc_cookie=${encodeURIComponent(JSON.stringify(value))}`;
}

async function ask(
  { app }: TestApp,
  method: 'GET' | 'DELETE',
  consentId: string | null,
  headers: Record<string, string> = {},
) {
  const cookie = { Cookie: `a=b; ${cookieOf(consentId)}` };
  const answer = await app.request('/api/my-data', {
    method,
    headers: { ...(consentId !== null && cookie), ...headers },
  });
  expect(answer.status).toBe(headers['Origin'] ? 403 : 200);
  if (!headers['Origin']) expect(answer.headers.get('Cache-Control')).toBe('no-store');
  return (await answer.json()) as Record<string, unknown>;
}

test('everything stored under the id of the cookie is shown, with ISO times', async () => {
  const site = await createApp();
  const id = newId();
  await scroll(site, JANE, id);
  await decide(site, JOHN, true);
  await scroll(site, JOHN);
  expect(await ask(site, 'GET', JANE.toUpperCase())).toEqual({
    consentId: JANE,
    consents: [
      {
        recordedAt: iso,
        decidedAt: iso,
        analytics: true,
        revision: 1,
        source: 'banner',
        language: 'en',
        textHash: 'a'.repeat(64),
        gpc: false,
      },
    ],
    texts: [{ hash: 'a'.repeat(64), language: 'en', text: {} }],
    events: [
      {
        id,
        sessionId: SESSION,
        name: 'scroll',
        properties: { percent_scrolled: 25 },
        context: { path: '/', utm: { source: 'letter' }, viewport: 'small' },
        occurredAt: iso,
        receivedAt: iso,
      },
    ],
  });
});

test('deleting erases the events, keeps the proof and appends the withdrawal', async () => {
  const site = await createApp();
  await scroll(site, JANE);
  await scroll(site, JANE);
  site.clock.now += 1000;
  expect(await ask(site, 'DELETE', JANE)).toEqual({ erasedEvents: 2 });
  expect(await ask(site, 'GET', JANE)).toMatchObject({
    consents: [
      { analytics: true, source: 'banner' },
      { analytics: false, source: 'my-data', recordedAt: new Date(NOON + 1000).toISOString() },
    ],
    events: [],
  });
  expect((await scroll(site, JANE)).status).toBe(403);
  expect(await ask(site, 'DELETE', JANE)).toEqual({ erasedEvents: 0 });
});

test.each<[string, string | null]>([
  ['no cookie', null],
  ['a refusal', 'none'],
  ['an id that never granted', JOHN],
])('with %s there is nothing to show and nothing is done', async (_, consentId) => {
  const site = await createApp();
  await scroll(site, JANE);
  expect(await ask(site, 'DELETE', consentId)).toEqual({ erasedEvents: 0 });
  expect(await ask(site, 'GET', consentId)).toEqual({
    consentId: consentId === JOHN ? JOHN : null,
    consents: [],
    events: [],
  });
  expect(await ask(site, 'GET', JANE)).toMatchObject({ consents: [{}], events: [{}] });
});

test('an id in the address is ignored, and a page of another site is refused', async () => {
  const site = await createApp();
  await scroll(site, JANE);
  const answer = await site.app.request(`/api/my-data?consentId=${JANE}`);
  expect(await answer.json()).toEqual({ consentId: null, consents: [], events: [] });
  for (const method of ['GET', 'DELETE'] as const) {
    const foreign = { Origin: 'https://evil.test' };
    expect(await ask(site, method, JANE, foreign)).toMatchObject({ code: 'cross_origin' });
  }
  expect(await ask(site, 'GET', JANE)).toMatchObject({ events: [{}] });
  const put = await site.app.request('/api/my-data', { method: 'PUT' });
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, DELETE']);
});

test.each(['1', '1, 1'])('deleting with Sec-GPC: %s is recorded in the proof', async (value) => {
  const site = await createApp();
  await ask(site, 'DELETE', JANE, { 'Sec-GPC': value });
  const { consents } = await ask(site, 'GET', JANE);
  expect(consents).toMatchObject([{ gpc: false }, { analytics: false, gpc: true }]);
});

test('of several cookies with the name the latest choice counts, as in the page', async () => {
  const site = await createApp();
  await scroll(site, JANE);
  // Another site of the domain has set the first one. The second is invalid.
  const theirs = cookieOf(JOHN, '2025-01-01T00:00:00.000Z');
  const Cookie = `${theirs}; cc_cookie=%; ${cookieOf(JANE, iso)}`;
  expect(await ask(site, 'DELETE', null, { Cookie })).toEqual({ erasedEvents: 1 });
});

test('cookies that name different visitors show and erase nobody', async () => {
  const site = await createApp();
  await decide(site, JOHN, true);
  await scroll(site, JOHN);
  const Cookie = `${cookieOf(JOHN, iso)}; ${cookieOf(JANE, iso)}`;
  for (const method of ['GET', 'DELETE']) {
    const answer = await site.app.request('/api/my-data', { method, headers: { Cookie } });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'several_visitors' }]);
  }
  expect(await rowsOf(site.database, 'events')).toHaveLength(1);
});

test('an id that granted only against Global Privacy Control stays unchanged', async () => {
  const site = await createTestApp();
  await decide(site, JANE, true, { 'Sec-GPC': '1' });
  expect(await ask(site, 'DELETE', JANE)).toEqual({ erasedEvents: 0 });
  expect(await ask(site, 'GET', JANE)).toMatchObject({ consents: [{ gpc: true }] });
  expect(await rowsOf(site.database, 'consent_refusals')).toEqual([]);
});
