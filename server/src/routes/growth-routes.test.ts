import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { lockDatabase, openTestStore, rowsOf } from '../testing/test-database.ts';

const TOKEN = 'a-token-of-this-test';
const SIGNED_OUT = { signedIn: false, access: null, secondsLeft: null };

const createApp = (config = {}) => createTestApp({ config: { growthToken: TOKEN, ...config } });

async function signIn({ app }: TestApp, token: unknown = TOKEN, headers = {}) {
  return app.request('/growth/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });
}

const cookieOf = (answer: Response) => (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';

const signOut = ({ app }: TestApp, cookie: string) =>
  app.request('/growth/api/session', { method: 'DELETE', headers: { Cookie: cookie } });

/** Another process of the same site, on the same database. */
const createProcess = (site: TestApp) =>
  createTestApp({ openStore: () => openTestStore(site.database), config: { growthToken: TOKEN } });

/** Returns whether this cookie opens what the session protects. */
async function isOpen({ app }: TestApp, cookie: string) {
  const { status } = await app.request('/growth/api/anything', { headers: { Cookie: cookie } });
  return status !== 401;
}

test('without GROWTH_TOKEN the paths of the console answer like any unknown path', async () => {
  const { app } = await createTestApp();
  const describe = async (path: string, init?: RequestInit) => {
    const answer = await app.request(path, init);
    for (const name of ['X-Request-Id', 'Date']) answer.headers.delete(name);
    return [answer.status, Object.fromEntries(answer.headers), await answer.text()];
  };
  for (const path of ['/growth', '/growth/', '/growth/api/session', '/growth/api/funnel']) {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
      const headers = { Origin: 'https://evil.test', Cookie: 'growth_session=x' };
      const init = { method, headers };
      expect(await describe(path, init), `${method} ${path}`).toEqual(
        await describe('/no/such/page', init),
      );
    }
  }
});

test('the page is a shell that is not cached and not indexed', async () => {
  const { app } = await createApp();
  const answer = await app.request('/growth');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html; charset=utf-8/i);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(answer.headers.get('Set-Cookie')).toBeNull();
  for (const path of ['/robots.txt', '/sitemap.xml', '/', '/about']) {
    expect(await (await app.request(path)).text(), path).not.toContain('growth');
  }
});

test('an address with a trailing slash redirects to the page, with its view', async () => {
  const { app } = await createApp();
  const answer = await app.request('/growth/?view=live');
  expect([answer.status, answer.headers.get('Location')]).toEqual([308, '/growth?view=live']);
  expect((await app.request('/growth/other')).status).toBe(404);
});

test('the token opens a session with a cookie that scripts cannot read and other sites cannot send', async () => {
  const site = await createApp();
  const answer = await signIn(site);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { signedIn: true, access: 'people', secondsLeft: 7200 },
  ]);
  expect(answer.headers.get('Set-Cookie')).toMatch(
    /^growth_session=[\w.-]{80}; Max-Age=7200; Path=\/growth; HttpOnly; SameSite=Strict$/,
  );
  expect(await isOpen(site, cookieOf(answer))).toBe(true);
  const headers = { Cookie: cookieOf(answer) };
  site.clock.now += 100_000;
  const state = await site.app.request('/growth/api/session', { headers });
  expect(await state.json()).toEqual({ signedIn: true, access: 'people', secondsLeft: 7100 });
  expect(state.headers.get('Cache-Control')).toBe('no-store');
  expect(state.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
});

test('a wrong token opens nothing, and neither it nor its sender is logged', async () => {
  const site = await createApp();
  for (const token of ['', `${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase(), 'ключ']) {
    const answer = await signIn(site, token);
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([401, null]);
    expect(await answer.json()).toMatchObject({ code: 'wrong_token' });
  }
  expect(site.lines.join()).toContain('a wrong token');
  expect(site.lines.join()).not.toContain(TOKEN.slice(1));
});

test('an invalid sign-in request is refused with what was expected', async () => {
  const site = await createApp();
  const post = (body: string, type = 'application/json') =>
    site.app.request('/growth/api/session', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
  expect((await post('{', 'application/json')).status).toBe(400);
  expect((await post(JSON.stringify({ token: TOKEN }), 'text/plain')).status).toBe(415);
  expect((await post('x'.repeat(5000))).status).toBe(413);
  const wrong = await post(JSON.stringify({ token: 7, more: true }));
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  const put = await site.app.request('/growth/api/session', { method: 'PUT' });
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, DELETE']);
});

test('without a session, or with a made-up or ended one, nothing is shown', async () => {
  const site = await createApp();
  expect(await isOpen(site, '')).toBe(false);
  expect(await isOpen(site, `growth_session=${'a'.repeat(43)}`)).toBe(false);
  expect(await isOpen(site, `growth_session=${TOKEN}`)).toBe(false);
  const cookie = cookieOf(await signIn(site));
  site.clock.now += 2 * HOUR_MS - 1;
  expect(await isOpen(site, cookie)).toBe(true);
  site.clock.now += 1;
  expect(await isOpen(site, cookie)).toBe(false);
  const state = await site.app.request('/growth/api/session', { headers: { Cookie: cookie } });
  expect(await state.json()).toEqual(SIGNED_OUT);
  const refused = await site.app.request('/growth/api/anything');
  expect(await refused.json()).toMatchObject({ code: 'signed_out' });
});

test('on https the cookie belongs to this host, and cookies of other sites neither hide a session nor survive a sign-out', async () => {
  const site = await createApp({ siteUrl: 'https://site.test' });
  const answer = await signIn(site);
  expect(answer.headers.get('Set-Cookie')).toMatch(
    /^__Host-growth_session=[\w.-]{80}; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const own = cookieOf(answer);
  const old = cookieOf(await signIn(site)).replace('__Host-', '');
  const tossed = `growth_session=${'a'.repeat(80)}`;
  const all = `${tossed}; ${old}; __Host-growth_session=x; ${own}; ${tossed}`;
  for (const cookies of [all, own, old, `${tossed}; ${old}`])
    expect(await isOpen(site, cookies)).toBe(true);
  expect((await signOut(site, all)).headers.getSetCookie()).toEqual([
    'growth_session=; Max-Age=0; Path=/growth; Secure',
    '__Host-growth_session=; Max-Age=0; Path=/; Secure',
  ]);
  for (const cookies of [own, old]) expect(await isOpen(site, cookies)).toBe(false);
});

test('a signed-out session stays ended after a restart, and at every process of the site', async () => {
  const site = await createApp();
  const other = await createProcess(site);
  const [cookie, kept] = [cookieOf(await signIn(site)), cookieOf(await signIn(other))];
  expect(await isOpen(other, cookie)).toBe(true);
  expect((await signOut(site, cookie)).status).toBe(200);
  for (const process of [site, other, await createProcess(site)]) {
    expect(await isOpen(process, cookie)).toBe(false);
    expect(await isOpen(process, kept)).toBe(true);
    const headers = { Cookie: cookie };
    const state = await process.app.request('/growth/api/session', { headers });
    expect(await state.json()).toEqual(SIGNED_OUT);
    const again = await signOut(process, cookie);
    expect([again.status, await again.json()]).toEqual([200, SIGNED_OUT]);
  }
});

test('of a signed-out session a hash is stored until it would have expired, and of made-up cookies nothing', async () => {
  const site = await createApp();
  const cookie = cookieOf(await signIn(site));
  for (const made of [
    `${cookie}x`,
    cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    '',
  ]) {
    expect((await signOut(site, made)).status).toBe(200);
  }
  expect(await rowsOf(site.database, 'ended_sessions')).toEqual([]);
  await signOut(site, cookie);
  await signOut(site, cookie);
  const [row, ...more] = await rowsOf(site.database, 'ended_sessions');
  expect(row).toEqual({ hash: expect.stringMatching(/^[\w-]{43}$/), ends_at: NOON + 2 * HOUR_MS });
  expect(more).toEqual([]);
  expect(cookie).not.toContain(row?.['hash']);
  site.clock.now += 2 * HOUR_MS;
  await signOut(site, cookieOf(await signIn(site)));
  expect(await rowsOf(site.database, 'ended_sessions')).toMatchObject([
    { ends_at: NOON + 4 * HOUR_MS },
  ]);
});

test('while the database cannot be written, signing out does not claim success', async () => {
  const site = await createTestApp({
    openStore: (address) => openTestStore(address, { lockTimeoutMs: 50 }),
    config: { growthToken: TOKEN },
  });
  const cookie = cookieOf(await signIn(site));
  const lock = await lockDatabase(site.database);
  const refused = await signOut(site, cookie);
  expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([503, null]);
  await lock.release();
  expect(await isOpen(site, cookie)).toBe(true);
  expect((await signOut(site, cookie)).status).toBe(200);
  expect(await isOpen(site, cookie)).toBe(false);
});

test('a page of another site cannot sign in, read or sign out', async () => {
  const site = await createApp();
  const cookie = cookieOf(await signIn(site));
  for (const foreign of [{ Origin: 'https://evil.test' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
    expect((await signIn(site, TOKEN, foreign)).status).toBe(403);
    for (const [method, path] of [
      ['GET', '/growth/api/anything'],
      ['DELETE', '/growth/api/session'],
    ] as const) {
      const headers = { Cookie: cookie, ...foreign };
      const answer = await site.app.request(path, { method, headers });
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross_origin' }]);
    }
  }
  expect(await isOpen(site, cookie)).toBe(true);
});

test('a changed cookie opens nothing, nor does one of another token', async () => {
  const site = await createApp();
  const cookie = cookieOf(await signIn(site));
  const [name = '', value = ''] = cookie.split('=');
  for (let at = 0; at < value.length; at += 1) {
    const other = value[at] === '1' ? '2' : '1';
    const changed = `${value.slice(0, at)}${other}${value.slice(at + 1)}`;
    expect(await isOpen(site, `${name}=${changed}`), changed).toBe(false);
  }
  for (const changed of [value.slice(1), `${value}=`, `${value}x`, `0${value}`, '']) {
    expect(await isOpen(site, `${name}=${changed}`), changed).toBe(false);
  }
  expect(await isOpen(site, cookie)).toBe(true);
  const elsewhere = await createApp({ growthToken: `${TOKEN}-of-another-site` });
  expect(await isOpen(elsewhere, cookie)).toBe(false);
});

test('after ten attempts a minute from one address no token is checked', async () => {
  const site = await createApp({ rateLimits: true });
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };
  for (let i = 0; i < 10; i += 1) {
    expect((await signIn(site, 'wrong')).status).toBe(401);
    expect((await signIn(site, TOKEN, foreign)).status).toBe(403); // does not count as an attempt
  }
  const answer = await signIn(site);
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([429, null]);
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  site.clock.now += seconds * 1000;
  expect((await signIn(site)).status).toBe(200);
});
