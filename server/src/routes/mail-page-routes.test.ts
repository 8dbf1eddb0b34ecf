import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { createAskingMail, fixtureMailPages } from '../testing/sites/asking-mail.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const HEADERS = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };

async function open() {
  const clock = { now: NOON };
  const asking = createAskingMail(clock);
  const site = await createTestApp({ mail: asking.mail });
  const at = (now: number) => {
    clock.now = now;
    site.clock.now = now;
  };
  const signUp = (email: string, more = {}) =>
    site.app.request('/rest/v1/notifyme_signups', {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ name: 'Jane', email, signup_type: 'notifyme', ...more }),
    });
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await site.app.request(path, init);
    return [answer.status, await answer.text()];
  };
  const press = (path: string, body = '') => ask(path, { method: 'POST', headers: FORM, body });
  const tokenOf = (index = 0) => asking.requests[index]?.token ?? '';
  const rows = () => rowsOf(site.database, 'notifyme_signups');
  /** The first message has left. */
  const sent = () =>
    site.store.settleMessage(asking.requests[0]?.id ?? '', { outcome: 'sent', at: NOON });
  return { ...site, ...asking, sent, at, signUp, ask, press, tokenOf, rows };
}

test('a GET or HEAD, as by a mail scanner, changes nothing; a POST confirms, once', async () => {
  const { signUp, app, press, ask, tokenOf, rows } = await open();
  expect((await signUp('jane@example.org', { language: 'en' })).status).toBe(201);
  const path = `/confirm?token=${tokenOf()}`;
  for (const method of ['GET', 'HEAD', 'GET']) {
    expect((await app.request(path, { method })).status).toBe(200);
  }
  expect(await ask(path)).toEqual([200, 'page confirm of Jane, notifyme']);
  expect(await rows()).toMatchObject([{ language: 'en', confirmed_at: null }]);
  expect(await press(path)).toEqual([200, 'page confirmed']);
  expect(await press(path)).toEqual([200, 'page already']);
  expect(await rows()).toMatchObject([{ confirmed_at: NOON }]);
});

test('each language has these pages below its prefix, whatever is offered now', async () => {
  const { signUp, press, ask, tokenOf, rows } = await open();
  await signUp('jane@example.org', { language: 'pt-BR' });
  expect(await ask(`/pt-br/confirm?token=${tokenOf()}`)).toEqual([
    200,
    'page confirm in pt-BR of Jane, notifyme',
  ]);
  expect(await press(`/de/confirm?token=${tokenOf()}`)).toEqual([200, 'page confirmed in de']);
  expect(await ask('/ar/leave?token=a')).toEqual([404, 'page unknown in ar']);
  expect(await press(`/ja/leave?token=${tokenOf()}`)).toEqual([200, 'page left in ja']);
  expect(await rows()).toEqual([]);
});

test('the token may also be in the form; one that is missing, unknown or no token is not found', async () => {
  const { signUp, press, ask, tokenOf } = await open();
  await signUp('jane@example.org');
  expect(await press('/confirm', `token=${tokenOf()}`)).toEqual([200, 'page confirmed']);
  const unknown = 'A'.repeat(22);
  const wrong = ['', unknown, `${unknown}A`, '%00', "'; DROP TABLE outbox", 'ä'.repeat(22)];
  for (const token of wrong) {
    for (const path of ['/confirm', '/leave']) {
      expect(await press(`${path}?token=${token}`)).toEqual([404, 'page unknown']);
    }
  }
  expect(await ask('/confirm')).toEqual([404, 'page unknown']);
  expect(await ask('/leave?token=a')).toEqual([404, 'page unknown']);
  expect((await press('/leave', `x=${'y'.repeat(5_000)}`))[0]).toBe(413);
});

test('nobody stores or indexes the pages, no link passes the token on, and none is a page view', async () => {
  const { app, tokenOf, signUp, flush, database } = await open();
  await signUp('jane@example.org');
  for (const [path, method] of [
    ['/confirm', 'GET'],
    ['/confirm', 'POST'],
    ['/leave', 'GET'],
    ['/leave', 'POST'],
  ] as const) {
    const { headers } = await app.request(`${path}?token=${tokenOf()}`, { method });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  }
  const others = [
    '/confirm/',
    '/Confirm',
    'http://localhost//confirm',
    '/LEAVE',
    '/leave/x',
    '/confirm%2F',
  ];
  for (const path of others) {
    const { status, headers } = await app.request(`${path}?token=${tokenOf()}`);
    expect([path, status, headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual([
      path,
      404,
      'no-store',
      'no-referrer',
    ]);
  }
  for (const [path, init] of [
    ['/confirm', { method: 'PUT' }],
    ['/leave', { method: 'POST', headers: FORM, body: `x=${'y'.repeat(5_000)}` }],
  ] as const) {
    const { headers } = await app.request(path, init);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  }
  const other = await app.request('/confirmation?token=1');
  expect(other.headers.get('Referrer-Policy')).not.toBe('no-referrer');
  await flush();
  expect(await rowsOf(database, 'page_counts')).toEqual([]);
  expect(await (await app.request('/sitemap.xml')).text()).not.toMatch(/confirm|leave/);
  expect((await app.request('/confirm', { method: 'PUT' })).status).toBe(405);
});

test('an expired link offers a new message, within the limits', async () => {
  const { signUp, press, tokenOf, at, requests, store, sent } = await open();
  await signUp('jane@example.org');
  await sent();
  at(NOON + 7 * DAY_MS);
  expect(await press(`/confirm?token=${tokenOf()}`)).toEqual([410, 'page expired']);
  const again = `/confirm?token=${tokenOf()}`;
  expect(await press(again, 'again=1')).toEqual([200, 'page sent-again']);
  expect(await press(again, 'again=1')).toEqual([200, 'page too-soon']);
  expect((await store.mailState()).waiting).toBe(1);
  const next = requests.findIndex(({ at: askedAt }) => askedAt === NOON + 7 * DAY_MS);
  expect(await press(`/confirm?token=${tokenOf(next)}`)).toEqual([200, 'page confirmed']);
  expect(await press(again, 'again=1')).toEqual([200, 'page already']);
});

test("a mail program's own button deletes the signup from elsewhere, and a second press says the same", async () => {
  const { signUp, app, press, tokenOf, rows, store, lines, allLines } = await open();
  await signUp('jane@example.org');
  const oneClick = await app.request(`/leave?token=${tokenOf()}`, {
    method: 'POST',
    headers: { ...FORM, Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect([oneClick.status, await oneClick.text()]).toEqual([200, 'page left']);
  expect(await press(`/leave?token=${tokenOf()}`)).toEqual([200, 'page left']);
  expect(await press(`/confirm?token=${tokenOf()}`)).toEqual([410, 'page removed']);
  expect(await press(`/confirm?token=${tokenOf()}`, 'again=1')).toEqual([410, 'page removed']);
  expect(await rows()).toEqual([]);
  expect(await store.readAudit()).toEqual([{ at: NOON, kind: 'erase', counts: { signups: 1 } }]);
  expect([...lines, ...allLines].join()).not.toContain(tokenOf());
});

test('until the address is confirmed, each signup has its own words, link and page; then it is a duplicate', async () => {
  const { signUp, press, ask, tokenOf, store, rows } = await open();
  const own = { signup_type: 'beta', use_case: '<b>my talks</b>', youtube_channel: '@jane' };
  expect((await signUp('jane@example.org', { name: 'Stranger' })).status).toBe(201);
  const further = await signUp(' JANE@example.org ', own);
  expect([further.status, await further.text()]).toEqual([201, '']);
  expect((await signUp('jane@example.org', own)).status).toBe(201); // a second press
  expect((await store.mailState()).waiting).toBe(2);
  const page = `/confirm?token=${tokenOf(1)}`;
  expect(await ask(page)).toEqual([200, 'page confirm of Jane, beta, @jane, <b>my talks</b>']);
  expect(await ask(`/confirm?token=${tokenOf()}`)).toEqual([
    200,
    'page confirm of Stranger, notifyme',
  ]);
  expect(await press(page)).toEqual([200, 'page confirmed']);
  expect(await ask(page)).toEqual([200, 'page confirm']);
  expect(await press(`/confirm?token=${tokenOf()}`)).toEqual([200, 'page already']);
  expect(await rows()).toMatchObject([{ name: 'Jane', use_case: '<b>my talks</b>' }]);
  const duplicate = await signUp('jane@example.org', { name: 'Stranger' });
  expect([duplicate.status, await duplicate.json()]).toMatchObject([409, { code: '23505' }]);
  expect((await store.mailState()).waiting).toBe(0);
});

test('only the server sets confirmed_at, and the language is one of those of the site', async () => {
  const { signUp, rows } = await open();
  const now = new Date(NOON).toISOString();
  expect((await signUp('jane@example.org', { confirmed_at: now })).status).toBe(401);
  const other = await signUp('jane@example.org', { language: 'xx' });
  expect([other.status, await other.json()]).toMatchObject([400, { code: '23514' }]);
  expect(await rows()).toEqual([]);
  expect((await signUp('jane@example.org', { language: 'pt-BR' })).status).toBe(201);
  expect((await signUp('john@example.org', { language: null })).status).toBe(201);
  expect((await rows()).map(({ language }) => language)).toEqual(['pt-BR', null]);
});

test('where mail was turned off again, links work, and nothing new is sent', async () => {
  const { app, store } = await createTestApp({ mailPages: fixtureMailPages });
  const [jane, john] = [newRequest(), newRequest()];
  await store.insertSignup(signup({ email: 'jane@example.org' }), jane);
  await store.insertSignup(signup({ email: 'john@example.org' }), john);
  const press = async (path: string, body = '') =>
    (await app.request(path, { method: 'POST', headers: FORM, body })).text();
  expect(await press(`/confirm?token=${jane.token}`, 'again=1')).toBe('page no-mail');
  expect(await press(`/confirm?token=${jane.token}`)).toBe('page confirmed');
  expect(await press(`/leave?token=${john.token}`)).toBe('page left');
  expect((await app.request('/api/confirmations', { method: 'POST' })).status).toBe(404);
});

test('where no mail was ever sent, none of this exists', async () => {
  const { app, store } = await createTestApp();
  for (const path of ['/confirm?token=a', '/leave']) {
    expect((await app.request(path)).status).toBe(404);
    expect((await app.request(path, { method: 'POST' })).status).toBe(405);
  }
  expect((await app.request('/api/confirmations', { method: 'POST' })).status).toBe(404);
  const body = JSON.stringify({ name: 'Jane', email: 'jane@example.org', signup_type: 'notifyme' });
  await app.request('/rest/v1/notifyme_signups', { method: 'POST', headers: HEADERS, body });
  expect(await store.mailState()).toMatchObject({ waiting: 0 });
});
