import { expect, test } from 'vitest';
import { postJson } from '../edge/testing/site-requests.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';
import { codeSchema } from './confirm-signup.ts';

const EMAIL = 'jane@example.org';

async function open() {
  const { mail } = await openSendingSite();
  const site = await createTestApp({ mail });
  const request = newRequest({ code: '012345' });
  await site.store.insertSignup(signup({ email: EMAIL }), request);
  await site.store.settleMessage(request.id, { outcome: 'sent', at: NOON });
  const send = async (body: unknown, headers = {}, from = '192.0.2.1') => {
    const answer = await postJson(site, '/api/confirmations', body, headers, { from });
    return [answer.status, await answer.json()] as const;
  };
  return { ...site, send };
}

test('the code confirms, once or twice, for an address in another case', async () => {
  const { send, store } = await open();
  for (const email of [' JANE@example.org', EMAIL])
    expect(await send({ email, code: ' 012 345 ' })).toEqual([200, { confirmed: true }]);
  expect((await store.readSignups(EMAIL))[0]?.confirmedAt).toBe(NOON);
});

test('a form that has shown what is agreed to sends it along; a program that has not proves nothing', async () => {
  const { send, store, database } = await open();
  const john = newRequest({ code: '000000' });
  await store.insertSignup(signup({ email: 'john@example.org' }), john);
  await store.settleMessage(john.id, { outcome: 'sent', at: NOON });
  const launch = { text: `${EXAMPLE_SITE.company} writes once: notifyme, en`, agreed: true };
  for (const body of [{ launch: { ...launch, more: 1 } }, { launch: 'yes' }])
    expect(await send({ email: EMAIL, code: '012345', ...body })).toMatchObject([400, {}]);
  expect(await send({ email: EMAIL, code: '012345', launch })).toEqual([200, { confirmed: true }]);
  expect(await send({ email: 'john@example.org', code: '000000' })).toMatchObject([200, {}]);
  expect(await rowsOf(database, 'notifyme_signups')).toMatchObject([
    { confirmed_at: NOON, launch_agreed_at: NOON },
    { confirmed_at: NOON, launch_agreed_at: null, launch_text_hash: null },
  ]);
});

test.each([
  '\u200f٠١٢٣٤٥\u200f', // as marked from right to left
  '۰۱۲-۳۴۵',
  '𞥐𞥑𞥒𞥓𞥔𞥕', // beyond 16 bits
  '0१２۳4٥',
  '０１２－\u3000３４５',
  '０１２ー３４５', // with the long vowel of a Japanese keyboard
  '01\u00ad2−345',
])('the code may be written %s', (code) => {
  expect(codeSchema.parse({ email: EMAIL, code }).code).toBe('012345');
});

test('five wrong codes for a known address and for an unknown one get the same answers', async () => {
  const { send, store, database } = await open();
  const answersFor = async (email: string) => {
    const answers: (readonly [number, unknown])[] = [];
    for (let count = 0; count < 7; count++) answers.push(await send({ email, code: '999999' }));
    return answers;
  };
  const known = await answersFor(EMAIL);
  const wrong = [4, 3, 2, 1, 0].map((triesLeft) => [400, { code: 'wrong_code', triesLeft }]);
  expect(known).toMatchObject([...wrong, [410, {}], [410, {}]]);
  expect(await answersFor('john@example.org')).toEqual(known);
  // All clients together have a hundred.
  expect(await rowsOf(database, 'confirmations')).toMatchObject([{ tries: 5 }]);
  const right = { email: EMAIL, code: '012345' };
  expect(await send(right)).toMatchObject([410, {}]);
  expect((await store.readSignups(EMAIL))[0]?.confirmedAt).toBeNull();
  expect(await send(right, {}, '192.0.2.2')).toEqual([200, { confirmed: true }]); // its owner
});

test('wrong codes at the same moment count one by one', async () => {
  const { send } = await open();
  const codes = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6));
  const answers = await Promise.all(codes.map((code) => send({ email: EMAIL, code })));
  expect(answers.map(([status]) => status).sort()).toEqual([400, 400, 400, 400, 400, 410]);
});

const NO_TRIES: unknown[] = [
  { email: EMAIL, code: 12345 },
  { email: EMAIL, code: '०१२३४a' },
  { email: EMAIL, code: '①②③④⑤⑥' },
  { email: EMAIL, code: '1'.repeat(100_000) },
  { email: 'x'.repeat(255), code: '012345' },
  { email: 'a\0@b.c', code: '012345' },
  { email: '\ud800@b.c', code: '012345' },
  { email: EMAIL, code: '012345', more: 1 },
  [],
  null,
];

test('what is no code, or comes from a page of another site, is refused, and is not a try', async () => {
  const { send } = await open();
  for (const body of NO_TRIES) expect([400, 413]).toContain((await send(body))[0]);
  const foreign = { Origin: 'https://evil.example' };
  expect((await send({ email: EMAIL, code: '012345' }, foreign))[0]).toBe(403);
  expect(await send({ email: EMAIL, code: '999999' })).toMatchObject([400, { triesLeft: 4 }]);
});
