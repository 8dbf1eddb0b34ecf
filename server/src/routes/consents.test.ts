import { expect, test } from 'vitest';
import { createTestApp, NOON, type TestApp, type TestAppOptions } from '../testing/test-app.ts';
import { openTestStore, rowsOf } from '../testing/test-database.ts';

const JANE = '0195a000-0000-7000-8000-00000000000a';
const grant = {
  consentId: JANE,
  revision: 1,
  analytics: true,
  source: 'banner',
  language: 'en',
  textHash: 'a'.repeat(64),
  decidedAt: new Date(NOON).toISOString(),
};
const refusal = { ...grant, analytics: false };
const firstRefusal = { ...refusal, consentId: null };

const createApp = (options?: TestAppOptions) => createTestApp(openTestStore, options);

function post({ app }: TestApp, body: unknown, headers: Record<string, string> = {}) {
  return app.request('/api/consents', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const rows = ({ database }: TestApp) => rowsOf(database, 'consents');
const refusals = ({ database }: TestApp) => rowsOf(database, 'consent_refusals');

/** As vanilla-cookieconsent writes it. */
const cookie = (change: { categories?: string[]; consentId?: string; revision?: number } = {}) =>
  `cc_cookie=${encodeURIComponent(JSON.stringify({ categories: ['analytics'], revision: 1, consentId: JANE, data: null, ...change }))}`;

test('a grant is appended as proof, with server time and without personal data', async () => {
  const site = await createApp();
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
  const site = await createApp();
  await post(site, firstRefusal);
  await post(site, refusal);
  await post(site, { ...firstRefusal, source: 'footer' });
  expect(await rows(site)).toEqual([]);
  expect(await refusals(site)).toEqual([
    { day: '2026-03-14', source: 'banner', count: 2 },
    { day: '2026-03-14', source: 'footer', count: 1 },
  ]);
});

test('a browser clock that runs ahead does not make its later withdrawal look old', async () => {
  const site = await createApp();
  const ahead = new Date(NOON + 3_600_000).toISOString();
  await post(site, { ...grant, decidedAt: ahead });
  site.clock.now += 1000;
  await post(site, { ...refusal, decidedAt: undefined });
  expect(await rows(site)).toMatchObject([
    { analytics: 1, decided_at: NOON },
    { analytics: 0, decided_at: NOON + 1000 },
  ]);
});

test('a delayed grant answers 201 and never beats a later refusal', async () => {
  const site = await createApp();
  await post(site, { ...grant, decidedAt: new Date(NOON - 5000).toISOString() });
  await post(site, refusal);
  const late = await post(site, { ...grant, decidedAt: new Date(NOON - 1).toISOString() });
  expect(late.status).toBe(201);
  expect(await rows(site)).toMatchObject([{ analytics: 1 }, { analytics: 0 }]);
});

test('a grant that arrives after its refusal is not valid', async () => {
  const site = await createApp();
  const later = { decidedAt: new Date(NOON - 1_000).toISOString() };
  await post(site, { ...refusal, ...later });
  const delayed = { ...grant, decidedAt: new Date(NOON - 2_000).toISOString() };
  const answer = await post(site, delayed, { Cookie: cookie() });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await rows(site)).toEqual([]);
  expect((await post(site, grant)).status).toBe(201);
  expect(await rows(site)).toMatchObject([{ analytics: 1 }]);
});

test('a superseded decision does not set its cookie again', async () => {
  const site = await createApp();
  await post(site, { ...grant, decidedAt: new Date(NOON - 3_000).toISOString() });
  await post(site, { ...refusal, decidedAt: new Date(NOON - 1_000).toISOString() });
  const late = { ...grant, decidedAt: new Date(NOON - 2_000).toISOString() };
  const answer = await post(site, late, { Cookie: cookie() });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([201, null]);
});

test('a text hash that contains an address or unstorable characters is refused', async () => {
  const site = await createApp();
  for (const textHash of ['jane@example.org-jane', '\ud800'.repeat(20), '\0'.repeat(20)]) {
    expect((await post(site, { ...grant, textHash })).status).toBe(400);
  }
  expect(await rows(site)).toEqual([]);
});

test('ids are stored in lower case, whatever case they arrive in', async () => {
  const site = await createApp();
  await post(site, { ...grant, consentId: JANE.toUpperCase() });
  expect(await rows(site)).toMatchObject([{ consent_id: JANE }]);
});

test.each(['1', '1, 1'])('a grant with Sec-GPC: %s is recorded as refused', async (value) => {
  const site = await createApp();
  await post(site, grant, { 'Sec-GPC': value });
  expect(await rows(site)).toMatchObject([{ analytics: 0, gpc: 1, source: 'banner' }]);
});

test('any other value of Sec-GPC is not the signal', async () => {
  const site = await createApp();
  await post(site, grant, { 'Sec-GPC': 'true' });
  expect(await rows(site)).toMatchObject([{ analytics: 1, gpc: 0 }]);
});

test('a grant to an older published text is recorded', async () => {
  const site = await createApp({ revision: 2 });
  expect((await post(site, grant)).status).toBe(201);
  expect(await rows(site)).toMatchObject([{ revision: 1 }]);
});

test.each<[string, object]>([
  ['a revision that was never published', { revision: 3 }],
  ['a revision beyond what a database holds', { revision: 2 ** 31 }],
  ['a hash that was never published', { textHash: 'b'.repeat(64) }],
  ['the hash of another revision', { revision: 2 }],
])('a grant to %s answers 400 and says what is expected', async (_, change) => {
  const site = await createApp({ revision: 2 });
  const answer = await post(site, { ...grant, ...change }, { Cookie: cookie() });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      code: 'invalid_request',
      message: expect.any(String),
      issues: [{ path: expect.any(String), message: expect.any(String) }],
    },
  ]);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await rows(site)).toEqual([]);
});

const HUGE = 2 ** 60;
test.each<[string, object]>([
  ['a revision that this process does not know', { revision: 9 }],
  ['a revision beyond what a database holds', { revision: HUGE }],
  ['a revision that is none', { revision: -1.5 }],
  ['no revision', { revision: undefined }],
  ['any text hash', { textHash: 'b'.repeat(64) }],
  ['a text hash that cannot be kept', { textHash: 'jane@example.org\0' }],
  ['another language', { language: 'pt-BR' }],
  ['a language that is none', { language: 'jane@example.org' }],
  ['another source', { source: 'email' }],
  ['unknown properties', { 'jane@example.org': 1 }],
  ['a time that is none', { decidedAt: 'yesterday' }],
  ['a time longer than any', { decidedAt: '9'.repeat(3000) }],
  ['an age that is none', { ageMs: -1 }],
  ['nothing else at all', { revision: null, textHash: null, source: null, language: null }],
])('a withdrawal with %s is taken, once', async (_, change) => {
  const site = await createApp();
  await post(site, grant);
  site.clock.now += 1000;
  const withdrawal = { ...refusal, decidedAt: undefined, ...change };
  for (const _ of [1, 2]) expect((await post(site, withdrawal)).status).toBe(201);
  const kept = await rows(site);
  expect(kept).toMatchObject([{ analytics: 1 }, { analytics: 0, consent_id: JANE }]);
  expect(JSON.stringify(kept)).not.toContain('example.org');
});

test('unstorable values of a withdrawal are stored as unknown', async () => {
  const site = await createApp();
  await post(site, grant);
  site.clock.now += 1000;
  await post(site, { consentId: JANE.toUpperCase(), analytics: false });
  expect((await rows(site)).at(-1)).toEqual({
    id: expect.any(String),
    consent_id: JANE,
    revision: 0,
    analytics: 0,
    source: 'unknown',
    language: 'und',
    text_hash: 'unknown',
    gpc: 0,
    decided_at: NOON + 1000,
    recorded_at: NOON + 1000,
  });
});

test('a refusal without an id is counted whatever else it contains', async () => {
  const site = await createApp();
  for (const change of [{}, { revision: HUGE, textHash: 7, language: 'de' }, { source: 'email' }]) {
    expect((await post(site, { ...firstRefusal, ...change })).status).toBe(201);
  }
  expect((await post(site, { analytics: false })).status).toBe(201);
  expect(await refusals(site)).toEqual([
    { day: '2026-03-14', source: 'banner', count: 2 },
    { day: '2026-03-14', source: 'unknown', count: 2 },
  ]);
});

test('a refusal with an id that is no UUID answers 400: nobody can have granted under it', async () => {
  const site = await createApp();
  const answer = await post(site, { ...refusal, consentId: 'jane' });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { issues: [{ path: 'consentId' }] },
  ]);
  expect(await refusals(site)).toEqual([]);
});

test.each([9, HUGE, 1.5])(
  'the cookie of a withdrawal under the unknown revision %d is set again',
  async (revision) => {
    const site = await createApp();
    await post(site, grant);
    const sent = cookie({ categories: [], revision });
    const answer = await post(site, { ...refusal, revision }, { Cookie: sent });
    expect(answer.headers.get('Set-Cookie')).toContain(`${sent};`);
  },
);

test('a device whose clock was set back after the grant can still withdraw', async () => {
  const site = await createApp();
  await post(site, { ...grant, ageMs: 0 });
  site.clock.now += 60_000;
  const back = new Date(NOON - 86_400_000).toISOString();
  await post(site, { ...refusal, decidedAt: back, ageMs: 500 });
  expect(await rows(site)).toMatchObject([
    { analytics: 1, decided_at: NOON },
    { analytics: 0, decided_at: NOON + 59_500 },
  ]);
});

test('a withdrawal clicked before a later grant, but arriving after it, is not stored', async () => {
  const site = await createApp();
  const at = (ms: number) => ({ decidedAt: new Date(NOON + ms).toISOString() });
  await post(site, { ...grant, ...at(-90_000), ageMs: 90_000 });
  await post(site, { ...refusal, ...at(-60_000), ageMs: 60_000 });
  await post(site, { ...grant, ...at(0), ageMs: 0 });
  site.clock.now += 60_000;
  // The request was on its way for 65 s.
  expect((await post(site, { ...refusal, ...at(-5_000), ageMs: 0 })).status).toBe(201);
  expect(await rows(site)).toMatchObject([{ analytics: 1 }, { analytics: 0 }, { analytics: 1 }]);
});

test('a repeated decision renews its cookie, although it now seems slightly older', async () => {
  const site = await createApp();
  const ahead = { ...grant, decidedAt: new Date(NOON + 3_600_000).toISOString() };
  await post(site, { ...ahead, ageMs: 0 });
  site.clock.now += 50;
  const answer = await post(site, { ...ahead, ageMs: 70 }, { Cookie: cookie() });
  expect(answer.headers.get('Set-Cookie')).toContain(cookie());
  expect(await rows(site)).toHaveLength(1);
});

test.each<[string, unknown]>([
  ['not JSON', '{'],
  ['null', 'null'],
  ['a grant without an id', { ...grant, consentId: null }],
  ['an id that is no UUID', { ...grant, consentId: 'jane@example.org' }],
  ['another source', { ...grant, source: 'email' }],
  ['another language', { ...grant, language: 'tlh' }],
  ['a short hash', { ...grant, textHash: 'a'.repeat(15) }],
  ['a long hash', { ...grant, textHash: 'a'.repeat(129) }],
  ['a revision before the first', { ...grant, revision: 0 }],
  ['a fraction of a revision', { ...grant, revision: 1.5 }],
  ['a time that is none', { ...grant, decidedAt: 'yesterday' }],
  ['a time longer than any', { ...grant, decidedAt: '9'.repeat(3000) }],
  ['an unknown property', { ...grant, 'jane@example.org': 1 }],
  ['text for a boolean', { ...grant, analytics: 'true' }],
])('%s answers 400 with its issues, and echoes nothing', async (_, body) => {
  const site = await createApp();
  const answer = await post(site, body);
  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    code: 'invalid_request',
    issues: [{ path: expect.any(String), message: expect.any(String) }],
  });
  expect(text).not.toContain('example.org');
  expect([...(await rows(site)), ...(await refusals(site))]).toEqual([]);
});

test.each<[string, string, unknown]>([
  ['', 'expected an object', []],
  ['analytics', 'expected true or false', { ...grant, analytics: 0 }],
  ['consentId', 'expected a UUID', { ...refusal, consentId: 'jane' }],
])('the issue at %j says: %s', async (path, message, body) => {
  const answer = await post(await createApp(), body);
  expect(await answer.json()).toMatchObject({ issues: [{ path, message }] });
});

test('only application/json is read: 415', async () => {
  const site = await createApp();
  expect((await post(site, grant, { 'Content-Type': 'text/plain' })).status).toBe(415);
  const charset = { 'Content-Type': 'application/json; charset=utf-8' };
  expect((await post(site, grant, charset)).status).toBe(201);
});

test('a body that is too large answers 413', async () => {
  expect((await post(await createApp(), JSON.stringify(grant).padEnd(5000))).status).toBe(413);
});

test('the cookie with the decision is set again, with the same bytes, for its 182 days', async () => {
  const site = await createApp();
  site.clock.now += 60_000;
  const sent = cookie();
  const answer = await post(site, grant, { Cookie: `a=b; ${sent}; c=d` });
  expect(answer.headers.get('Set-Cookie')).toBe(
    `${sent}; Path=/; SameSite=Lax; Max-Age=${182 * 86_400 - 60}`,
  );
});

test('the cookie is Secure if the site is https', async () => {
  const site = await createApp({ config: { siteUrl: 'https://www.example.com' } });
  const setCookie = (await post(site, grant, { Cookie: cookie() })).headers.get('Set-Cookie');
  expect(setCookie).toMatch(/; Secure$/);
  const proxied = await createApp({ config: { trustedProxies: 1 } });
  const headers = { Cookie: cookie(), 'X-Forwarded-Proto': 'https' };
  expect((await post(proxied, grant, headers)).headers.get('Set-Cookie')).toMatch(/; Secure$/);
  const direct = await createApp();
  expect((await post(direct, grant, headers)).headers.get('Set-Cookie')).not.toContain('Secure');
});

test('a refusal without an id renews the cookie that says none', async () => {
  const site = await createApp();
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
  const answer = await post(await createApp(), body, { Cookie: sent, ...headers });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('Set-Cookie')).toBeNull();
});
