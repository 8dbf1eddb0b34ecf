import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { SiteStore } from '../database/site-store.ts';
import { JANE_SIGNS_UP, postJson, SIGNUPS } from '../edge/testing/site-requests.ts';
import { accept, handAndSettle, join, sent } from '../list/testing/store-contract-list.ts';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import type { ConfirmationRequest } from '../store/mail-store.ts';
import { newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { fixtureMailPages } from '../testing/sites/fixture-site.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';

/** As the page of a waitlist signup sends it. */
const AGREED = `launch_text=${EXAMPLE_SITE.company} writes once: notifyme, en&launch=`;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const LONG = `x=${'y'.repeat(9_000)}`;

const askAt = ({ app }: Pick<TestApp, 'app'>) => {
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await app.request(path, init);
    return [answer.status, await answer.text()];
  };
  const press = (path: string, body = '', headers = {}) =>
    ask(path, { method: 'POST', headers: { ...FORM, ...headers }, body });
  return { ask, press };
};

async function open() {
  const clock = { now: NOON };
  const { mail } = await openSendingSite({ now: () => clock.now });
  const requests: ConfirmationRequest[] = [];
  const noteRequest: typeof mail.newRequest = (who) => {
    const request = mail.newRequest(who);
    requests.push(request);
    return request;
  };
  const site = await createTestApp({ mail: { ...mail, newRequest: noteRequest } });
  const at = (now: number) => {
    clock.now = now;
    site.clock.now = now;
  };
  const signUp = (more = {}) => postJson(site, SIGNUPS, { ...JANE_SIGNS_UP, ...more });
  const tokenOf = (index = 0) => requests[index]?.token ?? '';
  const rows = () => rowsOf(site.database, 'notifyme_signups');
  return { ...site, requests, ...askAt(site), at, signUp, tokenOf, rows };
}

test('a GET or HEAD, as by a mail scanner, changes nothing; a POST confirms, once', async () => {
  const { signUp, app, press, ask, tokenOf, rows } = await open();
  expect((await signUp({ language: 'en' })).status).toBe(201);
  const path = `/confirm?token=${tokenOf()}`;
  for (const method of ['GET', 'HEAD', 'GET'])
    expect((await app.request(path, { method })).status).toBe(200);
  expect(await ask(path)).toEqual([200, 'page confirm of Jane, notifyme']);
  expect(await rows()).toMatchObject([{ language: 'en', confirmed_at: null }]);
  expect(await press(path)).toEqual([200, 'page confirmed']);
  const already = [200, 'page already'];
  expect([await press(path), await ask(path)]).toEqual([already, already]);
  expect(await rows()).toMatchObject([{ confirmed_at: NOON }]);
});

test('each language has these pages below its prefix, whatever is offered now', async () => {
  const { signUp, press, ask, tokenOf, rows } = await open();
  await signUp({ language: 'pt-BR' });
  const confirm = [200, 'page confirm in pt-BR of Jane, notifyme'];
  expect(await ask(`/pt-br/confirm?token=${tokenOf()}`)).toEqual(confirm);
  expect(await press(`/de/confirm?token=${tokenOf()}`)).toEqual([200, 'page confirmed in de']);
  expect(await ask('/ar/leave?token=a')).toEqual([404, 'page unknown in ar']);
  const leave = `/ja/leave?token=${tokenOf()}`;
  expect(await press(leave, 'what=everything')).toEqual([200, 'page left in ja']);
  expect(await rows()).toEqual([]);
});

test('the token may also be in the form; one that is missing, unknown or no token is not found', async () => {
  const { signUp, press, ask, tokenOf } = await open();
  await signUp();
  expect(await press('/confirm', `token=${tokenOf()}`)).toEqual([200, 'page confirmed']);
  const unknown = 'A'.repeat(22);
  for (const token of ['', unknown, `${unknown}A`, '%00', 'ä'.repeat(22)])
    for (const path of ['/confirm', '/leave', '/invitation'])
      for (const method of [press, ask])
        expect(await method(`${path}?token=${token}`)).toEqual([404, 'page unknown']);
  expect((await press('/leave', LONG))[0]).toBe(413);
});

/** What mail programs make of a link. `*` is its token. */
const DAMAGED = [
  ...['?token=*.', '?token=*)', '?token=*%3E', '?token=*&gt;', '?token=*%26gt%3B', '?token=*%22'],
  ...[
    '?token=*%E2%80%9D',
    '?token=*_',
    '?token=*/',
    '?token=*%20',
    '?token=%20*',
    '?token=*,%20and',
  ],
  ...['?token=3D*', '?token%3D*', '?token%3D3D*', '?token==3D*', '%3Ftoken%3D*', '?token=*%'],
  ...['?amp;token=*', '?utm=1&amp;token=*', '?TOKEN=*', '/?token=*', '.?token=*', '%20?token=*'],
];

test('a link that a mail program has changed opens while its token is whole; otherwise a page says what to do', async () => {
  const { signUp, tokenOf, ask, press } = await open();
  await signUp();
  const token = tokenOf();
  const link = (end: string, given = token) => end.replace('*', given);
  const confirm = (prefix = '') => [200, `page confirm${prefix} of Jane, notifyme`];
  for (const end of DAMAGED) expect(await ask(`/confirm${link(end)}`), end).toEqual(confirm());
  for (const path of [
    '/DE/Confirm',
    '/de%2fconfirm',
    '/de//confirm',
    '/%64e/%63onfirm/',
    '/de/con%0D%0A%20firm',
  ])
    expect(await ask(`${path}?token=${token}`), path).toEqual(confirm(' in de'));
  const broken = `${token.slice(0, 9)}=%0D%0A${token.slice(9)}`;
  expect(await ask(`/confirm?token=3D${broken}`)).toEqual(confirm());
  expect(await ask(`/leave${link('?token=3D*.')}`)).toEqual([200, 'page leave']);
  for (const path of ['/confirm', '/leave', '/ja/invitation'])
    for (const given of [
      token.slice(0, 21),
      token.toUpperCase(),
      `${token.slice(1)}.`,
      `${token}A`,
    ])
      expect((await ask(`${path}${link('?token=*', given)}`))[0]).toBe(404);
  expect((await ask(`/confirmed?token=${token}`))[1]).not.toContain('page');
  const leave = `/LEAVE/${link('?amp;token=3D*&gt;')}`;
  expect(await press(leave, 'what=everything')).toEqual([200, 'page left']);
});

test('nobody stores or indexes the pages, no link passes the token on, and none is a page view', async () => {
  const { app, tokenOf, signUp, flush, database } = await open();
  await signUp();
  const headersOf = async (path: string, init: RequestInit = {}) => {
    const { status, headers } = await app.request(`${path}?token=${tokenOf()}`, init);
    return { status, ...Object.fromEntries(headers) };
  };
  const secret = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  for (const path of ['/confirm', '/leave', '/invitation'])
    for (const method of ['GET', 'POST'])
      expect(await headersOf(path, { method })).toMatchObject({
        ...secret,
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': expect.stringContaining("form-action 'self'"),
      });
  await flush();
  expect(await rowsOf(database, 'page_counts')).toEqual([]);
  expect(await (await app.request('/sitemap.xml')).text()).not.toMatch(/confirm|leave/);
});

test('who presses a used link again has mail there: a bounce ends', async () => {
  const { signUp, press, tokenOf, rows, store } = await open();
  await signUp();
  const path = `/confirm?token=${tokenOf()}`;
  await press(path);
  await store.recordDelivery({ email: 'jane@example.org', state: 'bounced', at: NOON });
  expect(await rows()).toMatchObject([{ undeliverable_at: NOON }]);
  expect(await press(path)).toEqual([200, 'page already']);
  expect(await rows()).toMatchObject([{ undeliverable_at: null }]);
});

test('an expired link offers a new message, within the limits', async () => {
  const { signUp, press, ask, tokenOf, at, requests, store } = await open();
  await signUp();
  await store.settleMessage(requests[0]?.id ?? '', { outcome: 'sent', at: NOON });
  at(NOON + 7 * DAY_MS);
  const path = `/confirm?token=${tokenOf()}`;
  const expired = [410, 'page expired'];
  expect([await ask(path), await press(path)]).toEqual([expired, expired]);
  expect(await ask(`/leave?token=${tokenOf()}`)).toEqual([200, 'page leave']);
  expect(await press(path, 'again=1')).toEqual([200, 'page sent-again']);
  expect(await press(path, 'again=1')).toEqual([200, 'page too-soon']);
  const next = requests.findIndex((request) => request.at === NOON + 7 * DAY_MS);
  expect(await press(`/confirm?token=${tokenOf(next)}`)).toEqual([200, 'page confirmed']);
  expect(await press(path, 'again=1')).toEqual([200, 'page already']);
});

test("a mail program's own button withdraws from messages, from elsewhere; the signup stays", async () => {
  const { signUp, press, tokenOf, rows } = await open();
  await signUp();
  const confirm = `/confirm?token=${tokenOf()}`;
  const leave = `/leave?token=${tokenOf()}`;
  expect(await press(confirm, AGREED)).toEqual([200, 'page confirmed']);
  const elsewhere = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
  for (const body of ['List-Unsubscribe=One-Click', '', 'what=messages'])
    expect(await press(leave, body, elsewhere)).toEqual([200, 'page declined']);
  expect(await rows()).toMatchObject([
    { confirmed_at: NOON, launch_agreed_at: NOON, launch_declined_at: NOON },
  ]);
});

test("a mail program's own button deletes what is not confirmed, as the page offers nothing less", async () => {
  const { signUp, press, tokenOf, rows } = await open();
  await signUp();
  const body = 'List-Unsubscribe=One-Click';
  expect(await press(`/leave?token=${tokenOf()}`, body)).toEqual([200, 'page left']);
  expect(await rows()).toEqual([]);
});

test('what the page has shown is the proof; other words prove nothing', async () => {
  const { signUp, press, tokenOf, rows } = await open();
  const rest = { signup_type: 'beta', use_case: 'Films' };
  await signUp();
  await signUp({ ...rest, email: 'ann@example.org' });
  await signUp({ ...rest, email: 'ben@example.org' });
  await signUp({ email: 'cara@example.org' });
  const shown = (kind: string) => `launch_text=${EXAMPLE_SITE.company} writes once: ${kind}, en`;
  const bodies = [AGREED, `${shown('beta')}&launch=on`, shown('beta'), 'launch_text=x&launch=on'];
  for (const [index, body] of bodies.entries())
    expect(await press(`/confirm?token=${tokenOf(index)}`, body)).toEqual([200, 'page confirmed']);
  expect(await rows()).toMatchObject([
    { launch_agreed_at: NOON, launch_declined_at: null, launch_text_hash: expect.any(String) },
    { launch_agreed_at: NOON, launch_declined_at: null },
    { launch_agreed_at: null, launch_declined_at: NOON, launch_text_hash: expect.any(String) },
    { launch_agreed_at: null, launch_declined_at: null, launch_text_hash: null },
  ]);
});

test('a mailbox whose owner wants no message is answered as ever, and asked for nothing', async () => {
  const { signUp, press, ask, tokenOf, rows, store } = await open();
  await signUp();
  const block = () => press(`/leave?token=${tokenOf()}`, 'what=address');
  const blocked = [200, 'page blocked'];
  // A double click shows the answer to its second press.
  expect(await Promise.all([block(), block()])).toEqual([blocked, blocked]);
  expect(await ask(`/leave?token=${tokenOf()}`)).toEqual([200, 'page removed']);
  for (let time = 0; time < 2; time++) expect((await signUp()).status).toBe(201);
  expect(await rows()).toEqual([]);
  expect(await store.mailState()).toMatchObject({ waiting: 0 });
});

test('a signup is deleted from the link, and its links then say that it is gone', async () => {
  const { signUp, press, ask, tokenOf, rows, store, allLines } = await open();
  await signUp();
  const leave = `/leave?token=${tokenOf()}`;
  const everything = 'what=everything';
  expect(await press(leave, everything)).toEqual([200, 'page left']);
  const removed = [200, 'page removed'];
  expect([await ask(leave), await press(leave, everything), await press(leave)]).toEqual([
    ...[removed, removed, removed],
  ]);
  const confirm = `/confirm?token=${tokenOf()}`;
  for (const answer of [ask(confirm), press(confirm), press(confirm, 'again=1')])
    expect(await answer).toEqual([410, 'page removed']);
  expect(await rows()).toEqual([]);
  expect(await store.readAudit()).toEqual([{ at: NOON, kind: 'erase', counts: { signups: 1 } }]);
  expect(allLines.join()).not.toContain(tokenOf());
});

// store-contract-mail.ts has what becomes of several signups of an address.
test('until the address is confirmed, a further signup is answered like the first, and has its own link and page; then it is a duplicate', async () => {
  const { signUp, press, ask, tokenOf } = await open();
  await signUp({ name: 'Stranger' });
  const own = { signup_type: 'beta', use_case: '<b>my talks</b>', youtube_channel: '@jane' };
  const further = await signUp({ email: ' JANE@example.org ', ...own });
  expect([further.status, await further.text()]).toEqual([201, '']);
  const path = `/confirm?token=${tokenOf(1)}`;
  expect(await ask(path)).toEqual([200, 'page confirm of Jane, beta, @jane, <b>my talks</b>']);
  expect(await press(path)).toEqual([200, 'page confirmed']);
  const duplicate = await signUp({ name: 'Stranger' });
  expect([duplicate.status, await duplicate.json()]).toMatchObject([409, { code: '23505' }]);
});

/** Sends an invitation, and returns its link. */
async function invite(store: SiteStore, name: string) {
  const token = name.padEnd(22, '-');
  const { id } = await join(store, `${name}@a.example`);
  await store.decide([id], accept);
  await store.invite([{ id: newId(), signupId: id, token, at: NOON }]);
  await handAndSettle(store, sent());
  return `/invitation?token=${token}`;
}

test('an invitation is redeemed by a POST, once; one that has expired is renewed, once', async () => {
  const { store, ask, press, at } = await open();
  const path = await invite(store, 'jane');
  const late = await invite(store, 'john');
  for (let look = 0; look < 2; look++) expect(await ask(path)).toEqual([200, 'page invitation']);
  // Its answer may be lost.
  expect(await press(path)).toEqual([200, 'page redeemed']);
  expect(await ask(path)).toEqual([200, 'page invitation']);
  at(NOON + HOUR_MS);
  // Perhaps by a mail scanner: its person gets another one, once a day.
  const before = [200, 'page redeemed-again'];
  expect([await ask(path), await press(path)]).toEqual([before, before]);
  for (const page of ['invitation-renewed', 'invitation-used'])
    expect(await press(path, 'again=1')).toEqual([200, `page ${page}`]);
  at(NOON + 14 * DAY_MS);
  const expired = [410, 'page invitation-expired'];
  expect([await ask(late), await press(late)]).toEqual([expired, expired]);
  expect(await press(late, 'again=1')).toEqual([200, 'page invitation-renewed']);
  expect(await press(late, 'again=1')).toEqual([200, 'page invitation-used']);
  expect(await ask(late)).toEqual([410, 'page invitation-withdrawn']);
});

test('where mail was turned off again, links work, and nothing new is sent', async () => {
  const site = await createTestApp({ mailPages: fixtureMailPages });
  const [jane, john] = [newRequest(), newRequest()];
  await site.store.insertSignup(signup({ email: 'jane@example.org' }), jane);
  await site.store.insertSignup(signup({ email: 'john@example.org' }), john);
  const { ask, press } = askAt(site);
  expect(await press(`/confirm?token=${jane.token}`, 'again=1')).toEqual([410, 'page no-mail']);
  expect(await press(`/confirm?token=${jane.token}`)).toEqual([200, 'page confirmed']);
  const leave = `/leave?token=${john.token}`;
  expect(await press(leave, 'what=everything')).toEqual([200, 'page left']);
  expect((await press('/api/confirmations'))[0]).toBe(404);
  const path = await invite(site.store, 'ann');
  const used = await invite(site.store, 'ben');
  await site.store.redeem(used.slice(-22), NOON);
  site.clock.now = NOON + 14 * DAY_MS;
  for (const answer of [ask(used), press(used), press(used, 'again=1')])
    expect(await answer).toEqual([200, 'page redeemed-before']);
  const over = [410, 'page invitation-over'];
  expect([await ask(path), await press(path), await press(path, 'again=1')]).toEqual([
    over,
    over,
    over,
  ]);
  const none = { withdrawn_at: null };
  expect(await rowsOf(site.database, 'invitations')).toMatchObject([none, none]);
});

test('where no mail was ever sent, none of this exists', async () => {
  const site = await createTestApp();
  const { ask, press } = askAt(site);
  for (const path of ['/confirm?token=a', '/leave'])
    expect([(await ask(path))[0], (await press(path))[0]]).toEqual([404, 405]);
  expect((await press('/api/confirmations'))[0]).toBe(404);
  await postJson(site, SIGNUPS, JANE_SIGNS_UP);
  expect(await site.store.mailState()).toMatchObject({ waiting: 0 });
});
