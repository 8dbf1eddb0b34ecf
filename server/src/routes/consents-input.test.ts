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

test.each<[string, object]>([
  ['a revision that was never published', { revision: 3 }],
  ['a revision beyond what a database holds', { revision: 2 ** 31 }],
  ['a hash that was never published', { textHash: 'b'.repeat(64) }],
  ['the hash of another revision', { revision: 2 }],
])('a grant to %s answers 400 and says what is expected', async (_, change) => {
  const site = await createTestApp({ revision: 2 });
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
  const site = await createTestApp();
  await post(site, grant);
  site.clock.now += 1000;
  const withdrawal = { ...refusal, decidedAt: undefined, ...change };
  for (const _ of [1, 2]) expect((await post(site, withdrawal)).status).toBe(201);
  const kept = await rows(site);
  expect(kept).toMatchObject([{ analytics: 1 }, { analytics: 0, consent_id: JANE }]);
  expect(JSON.stringify(kept)).not.toContain('example.org');
});

test('unstorable values of a withdrawal are stored as unknown', async () => {
  const site = await createTestApp();
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
  const site = await createTestApp();
  for (const change of [{}, { revision: HUGE, textHash: 7, language: 'de' }, { source: 'email' }]) {
    expect((await post(site, { ...firstRefusal, ...change })).status).toBe(201);
  }
  expect((await post(site, { analytics: false })).status).toBe(201);
  expect(await refusals(site)).toEqual([
    { day: '2026-03-14', source: 'banner', count: 2 },
    { day: '2026-03-14', source: 'unknown', count: 2 },
  ]);
});

const REFUSED: [what: string, body: unknown][] = [
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
  ['an address as hash', { ...grant, textHash: 'jane@example.org-jane' }],
  ['an unstorable hash', { ...grant, textHash: '\ud800'.repeat(20) }],
  ['a hash of NUL', { ...grant, textHash: '\0'.repeat(20) }],
  ['a refusal with an id that is no UUID', { ...refusal, consentId: 'jane' }],
];

test('what is no decision answers 400 with its issues, and echoes nothing', async () => {
  const site = await createTestApp();
  for (const [what, body] of REFUSED) {
    const answer = await post(site, body);
    const text = await answer.text();
    expect([what, answer.status]).toEqual([what, 400]);
    expect(JSON.parse(text), what).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: expect.any(String), message: expect.any(String) }],
    });
    expect(text).not.toContain('example.org');
  }
  expect([...(await rows(site)), ...(await refusals(site))]).toEqual([]);
});

test('only application/json is read: 415', async () => {
  const site = await createTestApp();
  expect((await post(site, grant, { 'Content-Type': 'text/plain' })).status).toBe(415);
  const charset = { 'Content-Type': 'application/json; charset=utf-8' };
  expect((await post(site, grant, charset)).status).toBe(201);
});

test('a body that is too large answers 413', async () => {
  expect((await post(await createTestApp(), JSON.stringify(grant).padEnd(5000))).status).toBe(413);
});
