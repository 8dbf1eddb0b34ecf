import { expect, test } from 'vitest';
import {
  cookie,
  firstRefusal,
  grant,
  JANE,
  post,
  refusal,
  refusals,
  rows,
} from '../testing/data/consent-requests.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';

test('a grant is appended as proof, with server time and without personal data', async () => {
  const site = await createTestApp();
  const answer = await post(site, grant);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ recordedAt: new Date(NOON).toISOString() });
  expect(await rows(site)).toEqual([
    {
      id: expect.any(String),
      consent_id: JANE,
      revision: 1,
      analytics: 1,
      source: 'banner',
      language: 'en',
      text_hash: grant.textHash,
      gpc: 0,
      decided_at: NOON,
      recorded_at: NOON,
    },
  ]);
});

test('refusals without a grant leave no row, and add to the count of the day and source', async () => {
  const site = await createTestApp();
  await post(site, firstRefusal);
  await post(site, refusal);
  await post(site, { ...firstRefusal, source: 'footer' });
  expect(await rows(site)).toEqual([]);
  expect(await refusals(site)).toEqual([
    { day: '2026-03-14', source: 'banner', count: 2 },
    { day: '2026-03-14', source: 'footer', count: 1 },
  ]);
});

test('a superseded decision does not set its cookie again', async () => {
  const site = await createTestApp();
  await post(site, { ...grant, decidedAt: new Date(NOON - 3_000).toISOString() });
  await post(site, { ...refusal, decidedAt: new Date(NOON - 1_000).toISOString() });
  const late = { ...grant, decidedAt: new Date(NOON - 2_000).toISOString() };
  const answer = await post(site, late, { Cookie: cookie() });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([201, null]);
});

test('ids are stored in lower case, whatever case they arrive in', async () => {
  const site = await createTestApp();
  await post(site, { ...grant, consentId: JANE.toUpperCase() });
  expect(await rows(site)).toMatchObject([{ consent_id: JANE }]);
});

test.each(['1', '1, 1'])('a grant with Sec-GPC: %s is recorded as refused', async (value) => {
  const site = await createTestApp();
  await post(site, grant, { 'Sec-GPC': value });
  expect(await rows(site)).toMatchObject([{ analytics: 0, gpc: 1, source: 'banner' }]);
});

const HUGE = 2 ** 60;

test.each([9, HUGE, 1.5])(
  'the cookie of a withdrawal under the unknown revision %d is set again',
  async (revision) => {
    const site = await createTestApp();
    await post(site, grant);
    const sent = cookie({ categories: [], revision });
    const answer = await post(site, { ...refusal, revision }, { Cookie: sent });
    expect(answer.headers.get('Set-Cookie')).toContain(`${sent};`);
  },
);

test('a device whose clock was set back after the grant can still withdraw', async () => {
  const site = await createTestApp();
  await post(site, { ...grant, ageMs: 0 });
  site.clock.now += 60_000;
  const back = new Date(NOON - 86_400_000).toISOString();
  await post(site, { ...refusal, decidedAt: back, ageMs: 500 });
  expect(await rows(site)).toMatchObject([
    { analytics: 1, decided_at: NOON },
    { analytics: 0, decided_at: NOON + 59_500 },
  ]);
});

test('a repeated decision renews its cookie, although it now seems slightly older', async () => {
  const site = await createTestApp();
  const ahead = { ...grant, decidedAt: new Date(NOON + 3_600_000).toISOString() };
  await post(site, { ...ahead, ageMs: 0 });
  site.clock.now += 50;
  const answer = await post(site, { ...ahead, ageMs: 70 }, { Cookie: cookie() });
  expect(answer.headers.get('Set-Cookie')).toContain(cookie());
  expect(await rows(site)).toHaveLength(1);
});

test.each<[string, string, unknown]>([
  ['', 'expected an object', []],
  ['analytics', 'expected true or false', { ...grant, analytics: 0 }],
  ['consentId', 'expected a UUID', { ...refusal, consentId: 'jane' }],
])('the issue at %j says: %s', async (path, message, body) => {
  const answer = await post(await createTestApp(), body);
  expect(await answer.json()).toMatchObject({ issues: [{ path, message }] });
});

test('the cookie with the decision is set again, with the same bytes, for its 182 days', async () => {
  const site = await createTestApp();
  site.clock.now += 60_000;
  const sent = cookie();
  const answer = await post(site, grant, { Cookie: `a=b; ${sent}; c=d` });
  expect(answer.headers.get('Set-Cookie')).toBe(
    `${sent}; Path=/; SameSite=Lax; Max-Age=${182 * 86_400 - 60}`,
  );
});

test('the cookie is set again although another site has set a later one', async () => {
  const sent = cookie();
  const theirs = cookie({ consentId: JANE.replace('a', 'b') });
  const answer = await post(await createTestApp(), grant, { Cookie: `${theirs}; ${sent}` });
  expect(answer.headers.get('Set-Cookie')).toContain(`${sent};`);
});

test('the cookie is Secure if the site is https', async () => {
  const site = await createTestApp({ config: { siteUrl: 'https://www.example.com' } });
  const setCookie = (await post(site, grant, { Cookie: cookie() })).headers.get('Set-Cookie');
  expect(setCookie).toMatch(/; Secure$/);
  const proxied = await createTestApp({ config: { trustedProxies: 1 } });
  const headers = { Cookie: cookie(), 'X-Forwarded-Proto': 'https' };
  expect((await post(proxied, grant, headers)).headers.get('Set-Cookie')).toMatch(/; Secure$/);
  const direct = await createTestApp();
  expect((await post(direct, grant, headers)).headers.get('Set-Cookie')).not.toContain('Secure');
});

test('a refusal without an id renews the cookie that says none', async () => {
  const site = await createTestApp();
  const sent = cookie({ categories: [], consentId: 'none' });
  const answer = await post(site, firstRefusal, { Cookie: sent });
  expect(answer.headers.get('Set-Cookie')).toContain(`${sent};`);
});

test.each<[string, string, unknown, Record<string, string>?]>([
  ['another id', cookie({ consentId: JANE.replace('a', 'b') }), grant],
  ['no id', cookie({ consentId: 'none' }), grant],
  ['another decision', cookie({ categories: [] }), grant],
  ['another revision', cookie({ revision: 0 }), grant],
  ['no cookie', 'a=b', grant],
  ['a cookie that is no JSON', 'cc_cookie=%7B', grant],
  ['a malformed escape', 'cc_cookie=%', grant],
  ['a grant against GPC', cookie(), grant, { 'Sec-GPC': '1' }],
  ['a decision of 182 days ago', cookie(), { ...grant, decidedAt: '2025-01-01T00:00:00Z' }],
])('no cookie is set for %s', async (_, sent, body, headers) => {
  const answer = await post(await createTestApp(), body, { Cookie: sent, ...headers });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('Set-Cookie')).toBeNull();
});
