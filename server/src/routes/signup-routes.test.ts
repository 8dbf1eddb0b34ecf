import { expect, test } from 'vitest';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const PATH = '/rest/v1/notifyme_signups';
const jane = { name: 'Jane', email: 'jane@example.org', signup_type: 'notifyme' };
const headers = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };

interface Change {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
}

async function post({ app }: TestApp, body: unknown, { path, method, headers: own }: Change = {}) {
  const answer = await app.request(path ?? PATH, {
    method: method ?? 'POST',
    headers: { ...headers, ...own },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

const rows = ({ database }: TestApp) => rowsOf(database, 'notifyme_signups');

test('a signup is stored and answered 201 without a body', async () => {
  const site = await createTestApp();
  const { status, text } = await post(site, {
    ...jane,
    name: '  Jane ',
    email: ' Jane@Example.ORG ',
    youtube_channel: '  ',
    use_case: null,
  });
  expect([status, text]).toEqual([201, '']);
  expect(await rows(site)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      name: 'Jane',
      email: 'jane@example.org',
      youtube_channel: null,
      use_case: null,
      signup_type: 'notifyme',
      created_at: NOON,
      language: null,
      confirmed_at: null,
      wording_hash: null,
      undeliverable_at: null,
      asked_at: null,
    },
  ]);
});

test('the hash of what the person read beside the form is stored, by the language of the page', async () => {
  const site = await createTestApp();
  await post(site, { ...jane, language: 'de' });
  expect(await rows(site)).toMatchObject([{ language: 'de', wording_hash: 'hash-of-german' }]);
});

test('an array with one row works the same, and only the listed columns are used', async () => {
  const site = await createTestApp();
  const path = `${PATH}?columns=%22name%22,%22email%22,%22signup_type%22`;
  const { status } = await post(site, [{ ...jane, use_case: 'left out' }], { path });
  expect(status).toBe(201);
  expect(await rows(site)).toMatchObject([{ use_case: null }]);
});

test('a second signup with the same e-mail answers 409, ignoring case and outer blanks', async () => {
  const site = await createTestApp();
  await post(site, jane);
  for (const email of [jane.email, 'JANE@example.org', '  jane@EXAMPLE.org ']) {
    const { status, body } = await post(site, { ...jane, name: 'Other', email });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: '23505',
      hint: null,
      message: 'duplicate key value violates unique constraint "notifyme_signups_email_key"',
    });
    expect(JSON.stringify(body).toLowerCase()).not.toContain('jane');
  }
  expect(await rows(site)).toHaveLength(1);
});

// shared/src/email-address.test.ts has the other ways to write an address.
test.each([
  '\u202aｍａｘ＠bu\u0308cher。example\u202c',
  '<mailto:MAX@xn--bcher-kva.example?subject=Hello>',
])('%j is one person with the plain address: stored, found and erased as such', async (email) => {
  const site = await createTestApp();
  const plain = 'max@bücher.example';
  for (const [first, second] of [
    [email, plain],
    [plain, email],
  ]) {
    expect((await post(site, { ...jane, email: first })).status).toBe(201);
    expect((await post(site, { ...jane, email: second })).status).toBe(409);
    expect(await rows(site)).toMatchObject([{ email: plain }]);
    expect(await site.store.readSignups(second ?? '')).toHaveLength(1);
    expect(await site.store.eraseSignups(second ?? '', NOON)).toBe(1);
    expect(await rows(site)).toEqual([]);
  }
});

const long = (length: number) => '😀'.repeat(length);

const REFUSED: [what: string, body: unknown, status: number, code: string][] = [
  ['no name', { ...jane, name: undefined }, 400, '23502'],
  ['name null', { ...jane, name: null }, 400, '23502'],
  ['name blank', { ...jane, name: ' \t ' }, 400, '23502'],
  ['no e-mail', { ...jane, email: undefined }, 400, '23502'],
  ['e-mail blank', { ...jane, email: ' ' }, 400, '23502'],
  ['no signup_type', { ...jane, signup_type: undefined }, 400, '23502'],
  ['an empty object', {}, 400, '23502'],
  ['e-mail without at sign', { ...jane, email: 'jane.example.org' }, 400, '23514'],
  ['e-mail without dot', { ...jane, email: 'jane@example' }, 400, '23514'],
  ['e-mail with a blank', { ...jane, email: 'ja ne@example.org' }, 400, '23514'],
  ['e-mail with a long local part', { ...jane, email: `${'a'.repeat(65)}@a.de` }, 400, '23514'],
  ['e-mail with a route', { ...jane, email: 'jane%b.example@example.org' }, 400, '23514'],
  ['e-mail of a bad domain', { ...jane, email: 'jane@xn--a.example' }, 400, '23514'],
  ['e-mail of punctuation', { ...jane, email: '<\u200b>' }, 400, '23502'],
  ['another signup_type', { ...jane, signup_type: 'vip' }, 400, '23514'],
  ['signup_type blank', { ...jane, signup_type: '' }, 400, '23514'],
  ['beta without use case', { ...jane, signup_type: 'beta' }, 400, '23514'],
  ['beta with a blank use case', { ...jane, signup_type: 'beta', use_case: ' ' }, 400, '23514'],
  ['name of 201', { ...jane, name: long(201) }, 400, '22001'],
  ['e-mail of 255', { ...jane, email: `${'a'.repeat(243)}@example.org` }, 400, '22001'],
  ['channel of 301', { ...jane, youtube_channel: long(301) }, 400, '22001'],
  ['use case of 5,001', { ...jane, use_case: long(5001) }, 400, '22001'],
  ['length before not-null', { email: jane.email, use_case: long(5001) }, 400, '22001'],
  ['not-null before check', { email: 'no', signup_type: 'vip' }, 400, '23502'],
  ['type before length', { name: long(201), email: 7 }, 400, '22P02'],
  ['a number', { ...jane, name: 7 }, 400, '22P02'],
  ['an object', { ...jane, use_case: {} }, 400, '22P02'],
  ['NUL', { ...jane, name: 'a\0b' }, 400, '22P05'],
  ['half a surrogate pair', { ...jane, name: 'a\ud800' }, 400, '22P05'],
  ['an unknown column', { ...jane, age: 7 }, 400, 'PGRST204'],
  ['__proto__ as a column', '{"name":"a","__proto__":{"email":"a@b.de"}}', 400, 'PGRST204'],
  ['id', { ...jane, id: 'mine' }, 401, '42501'],
  ['created_at', { ...jane, created_at: 1 }, 401, '42501'],
  ['columns before values', { age: 7 }, 400, 'PGRST204'],
  ['not JSON', '{', 400, 'PGRST102'],
  ['nothing', '', 400, 'PGRST102'],
  ['a string', '"jane"', 400, 'PGRST102'],
  ['null', 'null', 400, 'PGRST102'],
  ['an empty array', [], 400, 'PGRST102'],
  ['two rows', [jane, { ...jane, email: 'john@example.org' }], 400, 'PGRST102'],
  ['an array in an array', [[jane]], 400, 'PGRST102'],
];

test('what is no signup is refused with its reason, and nothing is stored', async () => {
  const site = await createTestApp();
  for (const [what, body, status, code] of REFUSED) {
    const answer = await post(site, body);
    expect([what, answer.status, answer.body['code']]).toEqual([what, status, code]);
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  }
  expect(await rows(site)).toEqual([]);
});

test.each([
  [{ ...jane, email: 'x' }, 'notifyme_signups_email_check'],
  [{ ...jane, signup_type: 'vip' }, 'notifyme_signups_signup_type_check'],
  [{ ...jane, signup_type: 'beta' }, 'notifyme_signups_use_case_check'],
])('the constraint is named: %s', async (body, constraint) => {
  const { body: answer } = await post(await createTestApp(), body);
  expect(answer['message']).toContain(`"${constraint}"`);
});

test('text of the maximum length is accepted, counted in characters after trimming', async () => {
  const answer = await post(await createTestApp(), {
    name: ` ${long(200)} `,
    email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
    youtube_channel: long(300),
    use_case: long(5000),
    signup_type: 'beta',
  });
  expect(answer.status).toBe(201);
});

const NOT_ALLOWED: [what: string, change: Change][] = [
  ['upserting', { headers: { Prefer: 'resolution=merge-duplicates' } }],
  ['ignoring duplicates', { headers: { Prefer: 'return=minimal,resolution=ignore-duplicates' } }],
  ['on_conflict', { path: `${PATH}?on_conflict=email` }],
  ['return=representation', { headers: { Prefer: 'return=representation' } }],
  ['select', { path: `${PATH}?select=*` }],
  ['reading', { method: 'GET' }],
  ['updating', { method: 'PATCH' }],
  ['replacing', { method: 'PUT' }],
  ['deleting', { method: 'DELETE' }],
  ['a column of the server', { path: `${PATH}?columns=name,id` }],
];

test('whatever else than inserting answers 401 42501', async () => {
  const site = await createTestApp();
  for (const [what, change] of NOT_ALLOWED) {
    const answer = await post(site, jane, change);
    expect([what, answer.status, answer.body['code']]).toEqual([what, 401, '42501']);
  }
  expect(await rows(site)).toEqual([]);
});

test('a wrong or missing key answers 401, and a bearer token is also a key', async () => {
  const site = await createTestApp();
  const keys = [
    { apikey: 'wrong' },
    { apikey: '' },
    { apikey: 'wrong', Authorization: 'Bearer public-anon-key' },
  ];
  for (const own of keys) {
    const { status, body } = await post(site, jane, { headers: own });
    expect(status).toBe(401);
    expect(body).toEqual({ message: 'Invalid API key', hint: expect.any(String) });
  }
  const answer = await site.app.request(PATH, {
    method: 'POST',
    headers: { Authorization: 'Bearer public-anon-key', 'Content-Type': 'application/json' },
    body: JSON.stringify(jane),
  });
  expect(answer.status).toBe(201);
});

test.each([
  '/rest/v1/users',
  '/rest/v1/rpc/run',
  '/rest/v1/',
  '/rest/v1',
  `${PATH}/`,
  '/rest/v1/%ff',
])('%s answers 404 PGRST205', async (path) => {
  const { status, body } = await post(await createTestApp(), jane, { path });
  expect([status, body['code']]).toEqual([404, 'PGRST205']);
});

test('key, table, method, size, JSON, columns, values are checked in this order', async () => {
  const site = await createTestApp();
  const large = 'x'.repeat(65_537);
  const status = async (body: unknown, change: Change) =>
    (await post(site, body, change)).body['code'];
  expect(await status(large, { path: '/rest/v1/x', headers: { apikey: 'no' } })).toBeUndefined();
  expect(await status(large, { path: '/rest/v1/x', method: 'PUT' })).toBe('PGRST205');
  expect(await status(large, { method: 'PUT' })).toBe('42501');
  expect((await post(site, large)).status).toBe(413);
  expect((await post(site, JSON.stringify(jane).padEnd(65_536))).status).toBe(201);
});

test('another content type answers 415', async () => {
  const own = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await post(await createTestApp(), jane, { headers: own })).status).toBe(415);
});
