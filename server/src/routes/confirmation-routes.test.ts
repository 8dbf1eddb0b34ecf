import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { createAskingMail } from '../testing/sites/asking-mail.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';

const EMAIL = 'jane@example.org';

async function open() {
  const site = await createTestApp({ mail: createAskingMail({ now: NOON }).mail });
  const request = newRequest({ code: '012345' });
  await site.store.insertSignup(signup({ email: EMAIL }), request);
  await site.store.settleMessage(request.id, { outcome: 'sent', at: NOON });
  const send = async (body: unknown, headers = {}, address = '192.0.2.1') => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const answer = await site.app.request('/api/confirmations', init, { from: address });
    return [answer.status, await answer.json()] as const;
  };
  return { ...site, send };
}

test('the code confirms, also pasted with blanks and for an address in another case', async () => {
  const { send, store } = await open();
  expect(await send({ email: ' JANE@example.org', code: ' 012 345 ' })).toEqual([
    200,
    { confirmed: true },
  ]);
  expect((await store.readSignups(EMAIL))[0]?.confirmedAt).toBe(NOON);
  expect(await send({ email: EMAIL, code: '012345' })).toEqual([200, { confirmed: true }]);
});

test.each([
  ['full-width', '０１２３４５'],
  ['Arabic-Indic, marked as right to left', '\u200f٠١٢٣٤٥\u200f'],
  ['Persian', '۰۱۲-۳۴۵'],
  ['Devanagari', '०१२ ३४५'],
  ['Bengali', '০১২৩৪৫'],
  ['Thai', '๐๑๒๓๔๕'],
  ['Adlam, beyond 16 bits', '𞥐𞥑𞥒𞥓𞥔𞥕'],
  ['mathematical', '𝟎𝟏𝟚𝟛𝟺𝟻'],
  ['mixed', '0१２۳4٥'],
  ['with a hyphen', '012-345'],
  ['with a full-width hyphen and blank', '０１２－\u3000３４５'],
  ['with the long vowel of a Japanese keyboard', '０１２ー３４５'],
  ['with a soft hyphen and a minus', '01\u00ad2−345'],
])('the code may be written %s', async (_, code) => {
  expect(await (await open()).send({ email: EMAIL, code })).toEqual([200, { confirmed: true }]);
});

test('five wrong codes for a known address and for an unknown one get the same answers', async () => {
  const { send, store } = await open();
  const answersFor = async (email: string) => {
    const answers: unknown[] = [];
    for (let count = 0; count < 7; count++) answers.push(await send({ email, code: '999999' }));
    return answers;
  };
  const known = await answersFor(EMAIL);
  expect(known.slice(0, 5)).toMatchObject(
    [4, 3, 2, 1, 0].map((triesLeft) => [400, { code: 'wrong_code', triesLeft }]),
  );
  expect(known.slice(5)).toMatchObject([
    [410, {}],
    [410, {}],
  ]);
  expect(await answersFor('john@example.org')).toEqual(known);
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

test('an expired code is a wrong one, so that nobody learns which addresses are on record', async () => {
  const { send, clock } = await open();
  clock.now = NOON + 7 * DAY_MS;
  for (const email of [EMAIL, 'john@example.org']) {
    expect(await send({ email, code: '012345' })).toMatchObject([400, { triesLeft: 4 }]);
  }
});

test.each([
  [{ email: EMAIL }],
  [{ email: EMAIL, code: 12345 }],
  [{ email: EMAIL, code: '12345' }],
  [{ email: EMAIL, code: '०१२३४a' }],
  [{ email: EMAIL, code: '①②③④⑤⑥' }],
  [{ email: EMAIL, code: '1'.repeat(100_000) }],
  [{ email: 'x'.repeat(255), code: '012345' }],
  [{ email: 'a\0@b.c', code: '012345' }],
  [{ email: '\ud800@b.c', code: '012345' }],
  [{ email: EMAIL, code: '012345', more: 1 }],
  [[]],
  [null],
])('%j is refused, and is not a try', async (body) => {
  const { send } = await open();
  const [status] = await send(body);
  expect([400, 413]).toContain(status);
  expect(await send({ email: EMAIL, code: '999999' })).toMatchObject([400, { triesLeft: 4 }]);
});

test("another site's page is refused", async () => {
  const { send } = await open();
  const body = { email: EMAIL, code: '012345' };
  expect(await send(body, { Origin: 'https://evil.example' })).toMatchObject([403, {}]);
});
