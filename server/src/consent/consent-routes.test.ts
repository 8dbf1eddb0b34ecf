import { expect, test } from 'vitest';
import { newId } from '../store/testing/store-contract-data.ts';
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

const HUGE = 2 ** 60;
const OTHER = JANE.replace('a', 'b');

test('a grant is appended as proof, with server time, in lower case and without personal data', async () => {
  const site = await createTestApp();
  const answer = await post(site, { ...grant, consentId: JANE.toUpperCase() });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ recordedAt: new Date(NOON).toISOString() });
  expect(await rows(site)).toEqual([
    {
      ...{ id: expect.any(String), consent_id: JANE, revision: 1, analytics: 1, gpc: 0 },
      ...{ source: 'banner', language: 'en', text_hash: grant.textHash },
      ...{ decided_at: NOON, recorded_at: NOON },
    },
  ]);
});

test('refusals without a grant leave no row, and are counted by day and source, whatever else they contain', async () => {
  const site = await createTestApp();
  const other = { revision: HUGE, textHash: 7, language: 'de' };
  for (const body of [
    firstRefusal,
    refusal,
    { ...firstRefusal, ...other },
    { ...firstRefusal, source: 'footer' },
    { ...firstRefusal, source: 'email' },
    { analytics: false },
  ])
    expect((await post(site, body)).status).toBe(201);
  expect(await rows(site)).toEqual([]);
  expect(await refusals(site)).toEqual([
    { day: '2026-03-14', source: 'banner', count: 3 },
    { day: '2026-03-14', source: 'footer', count: 1 },
    { day: '2026-03-14', source: 'unknown', count: 2 },
  ]);
});

const UNKNOWN = { revision: 0, source: 'unknown', language: 'und', text_hash: 'unknown' };
const WITHDRAWALS: [change: object, kept: object][] = [
  [{ revision: 9 }, { revision: 9 }],
  [{ revision: HUGE }, { revision: 0 }],
  [{ textHash: 'b'.repeat(64) }, { text_hash: 'b'.repeat(64) }],
  [{ textHash: 'jane@example.org\0' }, { text_hash: 'unknown' }],
  [{ language: 'pt-BR' }, { language: 'pt-BR' }],
  [{ language: 'jane@example.org' }, { language: 'und' }],
  [{ source: 'email' }, { source: 'unknown' }],
  [{ 'jane@example.org': 1 }, {}],
  [{ decidedAt: '9'.repeat(3000) }, { decided_at: NOON + 1000 }],
  [{ ageMs: -1 }, { decided_at: NOON + 1000 }],
  [{ revision: null, textHash: null, source: null, language: null }, UNKNOWN],
  [{ revision: undefined, textHash: undefined, source: undefined, language: undefined }, UNKNOWN],
];

test('a withdrawal is taken once, whatever it contains, and what cannot be stored is unknown', async () => {
  const site = await createTestApp();
  const people = WITHDRAWALS.map(([change, kept]) => ({ consentId: newId(), change, kept }));
  for (const { consentId } of people) await post(site, { ...grant, consentId });
  site.clock.now += 1000;
  for (const { consentId, change } of people) {
    const withdrawal = { ...refusal, decidedAt: undefined, ...change, consentId };
    for (let time = 0; time < 2; time++) expect((await post(site, withdrawal)).status).toBe(201);
  }
  const stored = (await rows(site)).slice(people.length);
  expect(stored).toMatchObject(
    people.map(({ consentId, kept }) => ({ analytics: 0, consent_id: consentId, ...kept })),
  );
  expect(JSON.stringify(stored)).not.toContain('example.org');
});

const REFUSED: [path: string | null, body: unknown][] = [
  [null, '{'],
  ['', 'null'],
  ['', []],
  ['analytics', { ...grant, analytics: 'true' }],
  ['consentId', { ...grant, consentId: null }],
  ['consentId', { ...grant, consentId: 'jane@example.org' }],
  ['consentId', { ...refusal, consentId: 'jane' }],
  ['source', { ...grant, source: 'email' }],
  ['language', { ...grant, language: 'tlh' }],
  ['textHash', { ...grant, textHash: 'a'.repeat(15) }],
  ['textHash', { ...grant, textHash: 'a'.repeat(129) }],
  ['textHash', { ...grant, textHash: 'jane@example.org-jane' }],
  ['textHash', { ...grant, textHash: '\ud800'.repeat(20) }],
  ['revision', { ...grant, revision: 0 }],
  ['revision', { ...grant, revision: 1.5 }],
  ['revision', { ...grant, revision: 2 ** 31 }],
  ['decidedAt', { ...grant, decidedAt: '9'.repeat(3000) }],
  [null, { ...grant, 'jane@example.org': 1 }],
  // What was not published as this revision: store-contract-consents.ts has the other unknown texts.
  ['textHash', { ...grant, revision: 2 }],
];

test('what is no decision answers 400 with its issues, and sets and echoes nothing', async () => {
  const site = await createTestApp({ revision: 2 });
  for (const [path, body] of REFUSED) {
    const answer = await post(site, body, { Cookie: cookie() });
    const text = await answer.text();
    const what = JSON.stringify(body).slice(0, 200);
    expect([answer.status, answer.headers.get('Set-Cookie')], what).toEqual([400, null]);
    const issues = [{ path: path ?? expect.any(String), message: expect.stringMatching(/\w/) }];
    expect(JSON.parse(text), what).toMatchObject({ code: 'invalid_request', issues });
    expect(text).not.toContain('example.org');
  }
  expect([...(await rows(site)), ...(await refusals(site))]).toEqual([]);
});

test('only application/json is read, of at most 4 KiB', async () => {
  const site = await createTestApp();
  expect((await post(site, grant, { 'Content-Type': 'text/plain' })).status).toBe(415);
  const charset = { 'Content-Type': 'application/json; charset=utf-8' };
  expect((await post(site, grant, charset)).status).toBe(201);
  expect((await post(site, JSON.stringify(grant).padEnd(5000))).status).toBe(413);
});

test('the cookie with the decision is set again, with the same bytes, for its 182 days; that of a refusal also without an id, and with a revision that is unknown or none', async () => {
  const site = await createTestApp({ config: { siteUrl: 'https://www.example.com' } });
  site.clock.now += 60_000;
  const sent = cookie();
  // Another site has set a later one.
  const Cookie = `a=b; ${cookie({ consentId: OTHER })}; ${sent}; c=d`;
  const answer = await post(site, grant, { Cookie });
  const end = `Path=/; SameSite=Lax; Max-Age=${182 * 86_400 - 60}; Secure`;
  expect(answer.headers.get('Set-Cookie')).toBe(`${sent}; ${end}`);
  for (const [body, change] of [
    [firstRefusal, { consentId: 'none' }],
    ...[9, HUGE, 1.5].map((revision) => [{ ...refusal, revision }, { revision }] as const),
  ] as const) {
    const refused = cookie({ categories: [], ...change });
    const { headers } = await post(site, body, { Cookie: refused });
    expect(headers.get('Set-Cookie')).toContain(`${refused};`);
  }
});

// decision-time.test.ts has the other clocks.
test('the age of a click dates it, and repeated, a decision renews its cookie', async () => {
  const site = await createTestApp();
  const ahead = { ...grant, decidedAt: new Date(NOON + 3_600_000).toISOString() };
  await post(site, { ...ahead, ageMs: 0 });
  site.clock.now += 50;
  const answer = await post(site, { ...ahead, ageMs: 70 }, { Cookie: cookie() }); // seems slightly older
  expect(answer.headers.get('Set-Cookie')).toContain(cookie());
  expect(await rows(site)).toMatchObject([{ analytics: 1, decided_at: NOON }]);
});

test('no cookie is set for a decision that is superseded, or against GPC, which is recorded as refused', async () => {
  const site = await createTestApp();
  const at = (time: number) => ({ decidedAt: new Date(time).toISOString() });
  const cookieAfter = async (decision: object, headers = {}) => {
    const answer = await post(site, decision, { Cookie: cookie(), ...headers });
    return [answer.status, answer.headers.get('Set-Cookie')];
  };
  expect(await cookieAfter(grant, { 'Sec-GPC': '1' })).toEqual([201, null]);
  expect(await rows(site)).toMatchObject([{ analytics: 0, gpc: 1, source: 'banner' }]);
  await post(site, { ...grant, ...at(NOON - 3) });
  await post(site, { ...refusal, ...at(NOON - 1) });
  expect(await cookieAfter({ ...grant, ...at(NOON - 2) })).toEqual([201, null]);
});
