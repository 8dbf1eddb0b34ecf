import { expect, test } from 'vitest';
import { JANE_SIGNS_UP as jane, SIGNUPS as PATH } from '../edge/testing/site-requests.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

interface Change {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
}

async function post({ app }: TestApp, body: unknown, { path, method, headers }: Change = {}) {
  const answer = await app.request(path ?? PATH, {
    method: method ?? 'POST',
    headers: { apikey: 'public-anon-key', 'Content-Type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: answer.status, text, body: json };
}

const rows = ({ database }: TestApp) => rowsOf(database, 'notifyme_signups');

test('a signup is stored and answered 201 without a body', async () => {
  const site = await createTestApp();
  const blanks = { name: '  Jane ', email: ' Jane@Example.ORG ', youtube_channel: '  ' };
  const { status, text } = await post(site, { ...jane, ...blanks, use_case: null });
  expect([status, text]).toEqual([201, '']);
  expect(await rows(site)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      ...{ name: 'Jane', email: 'jane@example.org', youtube_channel: null, use_case: null },
      ...{ signup_type: 'notifyme', created_at: NOON, language: null, confirmed_at: null },
      ...{ wording_hash: null, undeliverable_at: null, complained_at: null, asked_at: null },
      ...{ launch_agreed_at: null, launch_declined_at: null, launch_text_hash: null },
      restricted_at: null,
    },
  ]);
});

test('an array with one row works the same, of the listed columns, with the hash of what the person read', async () => {
  const site = await createTestApp();
  const path = `${PATH}?columns=%22name%22,%22email%22,%22signup_type%22,%22language%22`;
  const row = { ...jane, language: 'de', use_case: 'left out' };
  expect((await post(site, [row], { path })).status).toBe(201);
  const kept = { language: 'de', wording_hash: 'hash-of-german', use_case: null };
  expect(await rows(site)).toMatchObject([kept]);
  const own = await post(site, jane, { path: `${PATH}?columns=name,id` });
  expect([own.status, own.body['code']]).toEqual([401, '42501']);
});

// shared/src/email-address.test.ts has the other ways to write an address.
test('an address that is written otherwise is one person with the plain one: 409, found and erased as such', async () => {
  const site = await createTestApp();
  const plain = 'max@bücher.example';
  const other = '<mailto:ＭＡＸ@xn--bcher-kva.example?subject=Hello>';
  for (const [first, second] of [
    [other, plain],
    [plain, other],
    [plain, ` ${plain.toUpperCase()} `],
  ] as const) {
    expect((await post(site, { ...jane, email: first })).status).toBe(201);
    const { status, body } = await post(site, { ...jane, name: 'Ben', email: second });
    expect([status, body]).toEqual([
      409,
      {
        ...{ code: '23505', details: expect.not.stringMatching(/max|jane/i), hint: null },
        message: 'duplicate key value violates unique constraint "notifyme_signups_email_key"',
      },
    ]);
    expect(await rows(site)).toMatchObject([{ email: plain, name: 'Jane' }]);
    expect(await site.store.readSignups(second)).toHaveLength(1);
    expect(await site.store.eraseSignups(second, NOON)).toBe(1);
  }
});

const long = (length: number) => '😀'.repeat(length);

const REFUSED: [body: unknown, code: string, constraint?: string][] = [
  [{ ...jane, name: undefined }, '23502'],
  [{ ...jane, name: null }, '23502'],
  [{ ...jane, name: ' \t ' }, '23502'],
  [{ ...jane, email: undefined }, '23502'],
  [{ ...jane, email: '<\u200b>' }, '23502'],
  [{ ...jane, signup_type: undefined }, '23502'],
  [{ ...jane, email: 'jane@example' }, '23514', 'email'],
  [{ ...jane, signup_type: 'vip' }, '23514', 'signup_type'],
  [{ ...jane, signup_type: '' }, '23514', 'signup_type'],
  [{ ...jane, signup_type: 'beta' }, '23514', 'use_case'],
  [{ ...jane, signup_type: 'beta', use_case: ' ' }, '23514', 'use_case'],
  [{ ...jane, language: 'xx' }, '23514', 'language'],
  [{ ...jane, name: long(201) }, '22001'],
  [{ ...jane, email: `${'a'.repeat(243)}@example.org` }, '22001'],
  [{ ...jane, youtube_channel: long(301) }, '22001'],
  [{ ...jane, use_case: long(5001) }, '22001'],
  [{ ...jane, name: 7 }, '22P02'],
  [{ ...jane, use_case: {} }, '22P02'],
  [{ ...jane, name: 'a\0b' }, '22P05'],
  [{ ...jane, name: 'a\ud800' }, '22P05'],
  [{ ...jane, age: 7 }, 'PGRST204'],
  ['{"name":"a","__proto__":{"email":"a@b.de"}}', 'PGRST204'],
  [{ ...jane, id: 'mine' }, '42501'],
  [{ ...jane, created_at: 1 }, '42501'],
  [{ ...jane, confirmed_at: '2026-03-14T12:00:00.000Z' }, '42501'],
  ['{', 'PGRST102'],
  ['', 'PGRST102'],
  ['"jane"', 'PGRST102'],
  ['null', 'PGRST102'],
  [[], 'PGRST102'],
  [[jane, { ...jane, email: 'john@example.org' }], 'PGRST102'],
  [[[jane]], 'PGRST102'],
  // Faults are told in PostgreSQL's order: columns, types, lengths, missing values, checks.
  [{ age: 7 }, 'PGRST204'],
  [{ name: long(201), email: 7 }, '22P02'],
  [{ email: jane.email, use_case: long(5001) }, '22001'],
  [{ email: 'no', signup_type: 'vip' }, '23502'],
];

test('what is no signup is refused with its reason, and nothing is stored', async () => {
  const site = await createTestApp();
  for (const [sent, code, constraint = ''] of REFUSED) {
    const { status, body } = await post(site, sent);
    const what = JSON.stringify(sent).slice(0, 200);
    expect([status, body['code']], what).toEqual([code === '42501' ? 401 : 400, code]);
    expect(Object.keys(body).toSorted(), what).toEqual(['code', 'details', 'hint', 'message']);
    expect(body['message'], what).toContain(constraint && `"notifyme_signups_${constraint}_check"`);
  }
  expect(await rows(site)).toEqual([]);
});

const REFUSED_REQUESTS: [change: Change, status: number, code?: string][] = [
  [{ headers: { Prefer: 'resolution=merge-duplicates' } }, 401, '42501'],
  [{ headers: { Prefer: 'return=minimal,resolution=ignore-duplicates' } }, 401, '42501'],
  [{ headers: { Prefer: 'return=representation' } }, 401, '42501'],
  [{ path: `${PATH}?on_conflict=email` }, 401, '42501'],
  [{ path: `${PATH}?select=*` }, 401, '42501'],
  [{ method: 'GET' }, 401, '42501'],
  [{ method: 'PATCH' }, 401, '42501'],
  [{ method: 'PUT' }, 401, '42501'],
  [{ method: 'DELETE' }, 401, '42501'],
  [{ path: '/rest/v1/users' }, 404, 'PGRST205'],
  [{ path: '/rest/v1/rpc/run' }, 404, 'PGRST205'],
  [{ path: '/rest/v1' }, 404, 'PGRST205'],
  [{ path: `${PATH}/` }, 404, 'PGRST205'],
  [{ path: '/rest/v1/%ff' }, 404, 'PGRST205'],
  [{ headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415, 'PGRST107'],
  [{ headers: { apikey: 'wrong' } }, 401],
  [{ headers: { apikey: '' } }, 401],
  [{ headers: { apikey: 'wrong', Authorization: 'Bearer public-anon-key' } }, 401],
  // Key, table and method are checked in this order.
  [{ path: '/rest/v1/x', headers: { apikey: 'no' } }, 401],
  [{ path: '/rest/v1/x', method: 'PUT' }, 404, 'PGRST205'],
];

test('whatever else than inserting with the key is refused, whatever the body', async () => {
  const site = await createTestApp();
  for (const [change, status, code] of REFUSED_REQUESTS)
    for (const body of [jane, 'x'.repeat(65_537)]) {
      const answer = await post(site, body, change);
      expect([answer.status, answer.body['code']], JSON.stringify(change)).toEqual([status, code]);
    }
  expect(await rows(site)).toEqual([]);
});

test('text of the maximum length, in characters after trimming, a body of 64 KiB and a bearer token as the key are accepted', async () => {
  const site = await createTestApp();
  const longest = {
    name: ` ${long(200)} `,
    email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
    ...{ youtube_channel: long(300), use_case: long(5000), signup_type: 'beta' },
  };
  expect((await post(site, longest)).status).toBe(201);
  const type = { 'Content-Type': 'application/json' };
  const headers = { Authorization: 'Bearer public-anon-key', ...type };
  const body = JSON.stringify(jane).padEnd(65_536);
  expect((await site.app.request(PATH, { method: 'POST', headers, body })).status).toBe(201);
  expect((await post(site, `${body} `)).status).toBe(413);
});
