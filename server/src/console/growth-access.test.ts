import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { postJson } from '../edge/testing/site-requests.ts';
import { bearer, FIGURES, openConsole, PEOPLE, signup } from '../testing/sites/console-site.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, rowsOf } from '../testing/test-database.ts';

const SESSION = '/growth/api/session';
const SIGNED_OUT = { signedIn: false, access: null, secondsLeft: null };

const open = (config = {}) => openConsole({ config });

/** Another process of the same site, on the same database. */
const openBeside = ({ database }: TestApp, config = {}) =>
  openConsole({ openStore: () => openTestStore(database), config });

async function ask({ app }: TestApp, route: string, headers: object, method = 'GET') {
  const answer = await app.request(`/growth/api/${route}`, { method, headers: { ...headers } });
  const text = await answer.text();
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
  const body = isJson && text ? JSON.parse(text) : text;
  return { status: answer.status, headers: answer.headers, body };
}

const signIn = (site: TestApp, token: unknown = PEOPLE, headers = {}) =>
  postJson(site, SESSION, { token }, headers);
const signOut = (site: TestApp, cookie: string) =>
  ask(site, 'session', { Cookie: cookie }, 'DELETE');

/** The cookie of a new session. */
async function cookieFor(site: TestApp, token: string = PEOPLE) {
  const [cookie = ''] = ((await signIn(site, token)).headers.get('Set-Cookie') ?? '').split(';');
  return cookie;
}

/** Returns whether this cookie opens what the session protects. */
const isOpen = async (site: TestApp, cookie: string) =>
  (await ask(site, 'anything', { Cookie: cookie })).status !== 401;

// growth-api.test.ts has what each access may read.
test.each([
  [PEOPLE, 'people'],
  [FIGURES, 'figures'],
])('%s signs in for %s, as a cookie and as a bearer token', async (token, access) => {
  const site = await open();
  const answer = await signIn(site, token);
  const state = { signedIn: true, access, secondsLeft: 7200 };
  expect([answer.status, await answer.json()]).toEqual([200, state]);
  // Scripts cannot read it, and other sites cannot send it.
  expect(answer.headers.get('Set-Cookie')).toMatch(
    /^growth_session=[\w.-]{80}; Max-Age=7200; Path=\/growth; HttpOnly; SameSite=Strict$/,
  );
  const headers = { Cookie: await cookieFor(site, token) };
  for (const sent of [headers, bearer(token)])
    expect((await ask(site, 'problems', sent)).status).toBe(200);
  site.clock.now += 100_000;
  const later = await ask(site, 'session', headers);
  expect(later.body).toEqual({ ...state, secondsLeft: 7100 });
  expect(later.headers.get('Cache-Control')).toBe('no-store');
  expect(later.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
  expect((await ask(site, 'session', bearer(token))).body).toEqual({ ...state, secondsLeft: null });
});

test('an invalid sign-in request is refused with what was expected', async () => {
  const site = await open();
  const statusOf = async (body: unknown, headers = {}) =>
    (await postJson(site, SESSION, body, headers)).status;
  expect(await statusOf('{')).toBe(400);
  expect(await statusOf({ token: 7 })).toBe(400);
  expect(await statusOf({ token: PEOPLE, more: true })).toBe(400);
  expect(await statusOf({ token: PEOPLE }, { 'Content-Type': 'text/plain' })).toBe(415);
  expect(await statusOf('x'.repeat(21_000))).toBe(413);
  const put = await ask(site, 'session', {}, 'PUT');
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, DELETE']);
});

test('without a session, or with a made-up, changed or ended one, nothing is shown, whatever the clock', async () => {
  const site = await open();
  const cookie = await cookieFor(site);
  const value = cookie.replace('growth_session=', '');
  const changed = Array.from(
    value,
    (sign, at) => value.slice(0, at) + (sign === '1' ? '2' : '1') + value.slice(at + 1),
  );
  const longer = [`${value}=`, `${value}x`, `0${value}`];
  for (const made of ['a'.repeat(80), PEOPLE, '', ...changed, value.slice(1), ...longer])
    expect(await isOpen(site, `growth_session=${made}`), made).toBe(false);
  expect(await isOpen(site, '')).toBe(false);
  site.clock.now += 2 * HOUR_MS - 1;
  expect(await isOpen(site, cookie)).toBe(true);
  site.clock.now += 1;
  expect(await isOpen(site, cookie)).toBe(false);
  expect((await ask(site, 'session', { Cookie: cookie })).body).toEqual(SIGNED_OUT);
  expect((await ask(site, 'anything', {})).body).toMatchObject({ code: 'signed_out' });
  // One that was opened while the clock was ahead is over once the clock is right.
  site.clock.now += 3 * 365 * 24 * HOUR_MS;
  const ahead = await cookieFor(site);
  site.clock.now = NOON;
  expect([await isOpen(site, ahead), await isOpen(site, cookie)]).toEqual([false, true]);
});

test('a session ends with its token, and keeps the access of the token that opened it', async () => {
  const site = await open();
  const Cookie = await cookieFor(site, FIGURES);
  const another = 'another-token-for-the-console';
  const accessBeside = async (config: object) =>
    (await ask(await openBeside(site, config), 'session', { Cookie })).body.access;
  expect(await accessBeside({ growthViewerToken: another })).toBeNull();
  expect(await accessBeside({ growthToken: another })).toBe('figures');
});

test('on https only the cookie that belongs to this host counts, and others do not hide it', async () => {
  const site = await open({ siteUrl: 'https://site.test' });
  expect((await signIn(site)).headers.get('Set-Cookie')).toMatch(
    /^__Host-growth_session=[\w.-]{80}; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const own = await cookieFor(site);
  const old = (await cookieFor(site)).replace('__Host-', '');
  const tossed = `growth_session=${'a'.repeat(80)}`;
  const all = `${tossed}; ${old}; __Host-growth_session=x; ${own}; ${tossed}`;
  for (const cookies of [all, own]) expect(await isOpen(site, cookies)).toBe(true);
  expect(await isOpen(site, old)).toBe(false);
  expect((await signOut(site, all)).headers.getSetCookie()).toEqual([
    '__Host-growth_session=; Max-Age=0; Path=/; Secure',
  ]);
  expect(await isOpen(site, own)).toBe(false);
});

test('a signed-out session stays ended after a restart and at every process of the site, and leaves a hash', async () => {
  const site = await open();
  const other = await openBeside(site);
  const [cookie, kept] = [await cookieFor(site), await cookieFor(other)];
  const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const made of [`${cookie}x`, changed, '']) await signOut(site, made);
  expect(await rowsOf(site.database, 'ended_sessions')).toEqual([]);
  expect(await isOpen(other, cookie)).toBe(true);
  for (const process of [site, other, await openBeside(site)]) {
    expect(await signOut(process, cookie)).toMatchObject({ status: 200, body: SIGNED_OUT });
    expect([await isOpen(process, cookie), await isOpen(process, kept)]).toEqual([false, true]);
  }
  const [row, ...more] = await rowsOf(site.database, 'ended_sessions');
  expect(row).toEqual({ hash: expect.stringMatching(/^[\w-]{43}$/), ends_at: NOON + 2 * HOUR_MS });
  expect(more).toEqual([]);
  expect(cookie).not.toContain(row?.['hash']);
});

test('while the database cannot be written, signing out does not claim success', async () => {
  const site = await openConsole({
    openStore: (address) => openTestStore(address, { lockTimeoutMs: 50 }),
  });
  const cookie = await cookieFor(site);
  const lock = await lockDatabase(site.database);
  const refused = await signOut(site, cookie);
  expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([503, null]);
  await lock.release();
  expect(await isOpen(site, cookie)).toBe(true);
});

test('a page of another site cannot sign in, read or sign out by a cookie; a bearer token works from anywhere', async () => {
  const site = await open();
  const Cookie = await cookieFor(site);
  for (const foreign of [{ Origin: 'https://evil.test' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
    expect((await signIn(site, PEOPLE, foreign)).status).toBe(403);
    const sent = { Cookie, ...foreign };
    for (const refused of [
      await ask(site, 'tail', sent),
      await ask(site, 'session', sent, 'DELETE'),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'cross_origin']);
    expect((await ask(site, 'problems', { ...bearer(FIGURES), ...foreign })).status).toBe(200);
  }
  expect(await isOpen(site, Cookie)).toBe(true);
});

test('a wrong token opens nothing and is not logged; a right one decides alone, without the cookie beside it', async () => {
  const site = await open();
  const headers = { Cookie: await cookieFor(site) };
  for (const token of ['', `${PEOPLE}x`, PEOPLE.slice(1), PEOPLE.toUpperCase(), 'ключ']) {
    const answer = await signIn(site, token);
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([401, null]);
    const sent = bearer(encodeURIComponent(token) || 'x');
    const refused = await ask(site, 'tail', { ...headers, ...sent });
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    for (const body of [refused.body, await answer.json()])
      expect(body).toMatchObject({ code: 'wrong_token' });
  }
  expect(site.lines.join()).toContain('a wrong token');
  expect(site.allLines.join()).not.toContain(PEOPLE.slice(1));
  expect((await ask(site, 'signups', { ...headers, ...bearer(FIGURES) })).status).toBe(403);
  // A proxy may ask for its own password in the same header.
  expect((await ask(site, 'tail', { ...headers, Authorization: 'Basic eDp5' })).status).toBe(200);
});

test('a viewer is refused whatever is about people, and nothing is erased', async () => {
  const site = await open();
  const jane = signup('jane@a.test', { useCase: 'my talks' });
  await site.store.insertSignup(jane);
  const Cookie = await cookieFor(site, FIGURES);
  for (const [method, route] of [
    ['GET', 'signups?search=jane'],
    ['GET', 'signups?page=none'],
    ['GET', 'signups.csv'],
    ['HEAD', 'signups'],
    ['DELETE', `signups/${jane.id}`],
    ['DELETE', 'signups/none'],
    ['POST', `signups/${jane.id}/message`],
    ['GET', 'tail'],
    ['GET', 'delivery'],
    ['GET', 'list/stages'],
    ['GET', 'list/mailings'],
  ] as const)
    for (const sent of [{ Cookie }, bearer(FIGURES)]) {
      const { status, body } = await ask(site, route, sent, method);
      const code = method === 'HEAD' ? undefined : 'figures_only';
      expect([status, body.code], `${method} ${route}`).toEqual([403, code]);
    }
  expect(await rowsOf(site.database, 'notifyme_signups')).toHaveLength(1);
  // A viewer's session that a subdomain sets beside the owner's hides nothing from the owner.
  const own = await cookieFor(site);
  for (const both of [`${Cookie}; ${own}`, `${own}; ${Cookie}`])
    expect((await ask(site, 'signups', { Cookie: both })).status).toBe(200);
});

test('with only a token for figures there is a console, and nobody sees people', async () => {
  const site = await open({ growthToken: null });
  expect((await site.app.request('/growth')).status).toBe(200);
  expect((await signIn(site)).status).toBe(401);
  expect((await ask(site, 'problems', bearer(FIGURES))).status).toBe(200);
  expect((await ask(site, 'signups', bearer(FIGURES))).status).toBe(403);
});

test('without a token in the settings the paths of the console answer like any unknown path', async () => {
  const { app } = await createTestApp();
  const describe = async (path: string, init?: RequestInit) => {
    const answer = await app.request(path, init);
    for (const name of ['X-Request-Id', 'Date']) answer.headers.delete(name);
    return [answer.status, Object.fromEntries(answer.headers), await answer.text()];
  };
  for (const path of ['/growth', '/growth/', '/growth/api/session', '/growth/api/funnel'])
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
      const headers = { Origin: 'https://evil.test', Cookie: 'growth_session=x' };
      const init = { method, headers };
      const unknown = await describe('/no/such/page', init);
      expect(await describe(path, init), `${method} ${path}`).toEqual(unknown);
    }
});

test('the page is a shell that is not cached and not indexed, and that nothing else names', async () => {
  const { app } = await open();
  const answer = await app.request('/growth');
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([200, null]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': expect.stringMatching(/^text\/html; charset=utf-8/i),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  for (const path of ['/robots.txt', '/sitemap.xml', '/', '/about'])
    expect(await (await app.request(path)).text(), path).not.toContain('growth');
  const slash = await app.request('/growth/?view=live');
  expect([slash.status, slash.headers.get('Location')]).toEqual([308, '/growth?view=live']);
  expect((await app.request('/growth/other')).status).toBe(404);
});
