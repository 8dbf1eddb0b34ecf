import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createCounters } from '../counters.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createAskingMail } from '../testing/sites/asking-mail.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { createRateLimits, RATE_LIMITS, type RateLimit } from './rate-limit.ts';

const TOKEN = 'a-token-of-this-test';

const createApp = (config = {}) =>
  createTestApp({
    mail: createAskingMail({ now: 0 }).mail,
    config: { rateLimits: true, growthToken: TOKEN, metricsToken: TOKEN, ...config },
  });

interface Ask {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The answer to a request within the limit. */
  status: number;
}

let guesses = 0;

const ASKS: Record<RateLimit, Ask> = {
  signups: { method: 'POST', path: '/rest/v1/notifyme_signups', status: 401 },
  consents: { method: 'POST', path: '/api/consents', status: 415 },
  'my-data': { method: 'GET', path: '/api/my-data', status: 200 },
  events: { method: 'POST', path: '/api/events', status: 400 },
  'mail-pages': { method: 'GET', path: '/confirm', status: 404 },
  confirmations: { method: 'POST', path: '/api/confirmations', status: 400 },
  ingest: { method: 'POST', path: '/ingest/e/', status: 400 },
  'growth-sign-in': { method: 'POST', path: '/growth/api/session', status: 415 },
  'growth-bearer': {
    method: 'GET',
    path: '/growth/api/tail',
    get headers() {
      return { Authorization: `Bearer wrong-${++guesses}` };
    },
    status: 401,
  },
};
const LIMITS = Object.entries(RATE_LIMITS) as [RateLimit, number][];

async function ask(
  { app }: Pick<TestApp, 'app'>,
  { method, path, headers: own }: Omit<Ask, 'status'>,
  remoteAddress = '192.0.2.7',
  more: Record<string, string> = {},
) {
  const headers = { ...own, ...more };
  return app.request(path, { method, headers }, { from: remoteAddress });
}

async function askTimes(site: TestApp, request: Ask, times: number) {
  for (let count = 0; count < times; count++) {
    expect((await ask(site, request)).status).toBe(request.status);
  }
}

test.each(LIMITS)(
  '%s: %i a minute and client, then a refusal with Retry-After',
  async (limit, max) => {
    const site = await createApp();
    const request = ASKS[limit];
    await askTimes(site, request, max);
    site.clock.now += 20_400;
    const refused = await ask(site, request);
    expect(refused.status).toBe(limit === 'ingest' ? 503 : 429);
    expect(refused.headers.get('Retry-After')).toBe('40');
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect(refused.headers.get('X-Content-Type-Options')).toBe('nosniff');

    expect((await ask(site, request, '192.0.2.8')).status).toBe(request.status);
    site.clock.now += 39_599;
    expect((await ask(site, request)).headers.get('Retry-After')).toBe('1');
    site.clock.now += 1;
    await askTimes(site, request, max);

    const Authorization = `Bearer ${TOKEN}`;
    const metrics = await ask(site, { method: 'GET', path: '/metrics' }, '192.0.2.9', {
      Authorization,
    });
    expect(await metrics.text()).toContain(`dubkit_rate_limited_total{limit="${limit}"} 2\n`);
  },
);

test('a signup over the limit is refused in the form of PostgREST', async () => {
  const site = await createApp();
  await askTimes(site, ASKS.signups, 20);
  expect(await (await ask(site, ASKS.signups)).json()).toEqual({
    code: 'too_many_requests',
    details: null,
    hint: 'Try again in 60 s.',
    message: 'too many requests from this address',
  });
});

test('each limit is counted separately, and pages are never refused', async () => {
  const site = await createApp();
  await askTimes(site, ASKS['growth-sign-in'], 10);
  expect((await ask(site, ASKS['growth-sign-in'])).status).toBe(429);
  for (const request of [ASKS.signups, ASKS.events, ASKS['my-data']]) {
    expect((await ask(site, request)).status).toBe(request.status);
  }
  const session = { method: 'GET', path: '/growth/api/session', status: 200 };
  await askTimes(site, session, 20);
  await askTimes(site, { method: 'GET', path: '/', status: 200 }, 700);
});

test('a right bearer token uses up nothing, and after too many wrong ones it is refused too', async () => {
  const site = await createApp();
  const state = (token: string) =>
    ask(site, { method: 'GET', path: '/growth/api/session' }, undefined, {
      Authorization: `Bearer ${token}`,
    });
  for (let count = 0; count < 20; count++) expect((await state(TOKEN)).status).toBe(200);
  for (let count = 0; count < 10; count++) expect((await state(`wrong${count}`)).status).toBe(401);
  expect([(await state('wrong')).status, (await state(TOKEN)).status]).toEqual([429, 429]);
  site.clock.now += 60_000;
  expect((await state(TOKEN)).status).toBe(200);
});

test('a program with an old token locks out nobody behind the same address, and guessing stays limited', async () => {
  const site = await createApp();
  const state = async (token: string) => {
    const Authorization = `Bearer ${token}`;
    const request = { method: 'GET', path: '/growth/api/session' };
    return (await ask(site, request, undefined, { Authorization })).status;
  };
  for (let count = 0; count < 30; count++) expect(await state('old')).toBe(401);
  expect(await state(TOKEN)).toBe(200);
  for (let count = 0; count < 9; count++) expect(await state(`guess${count}`)).toBe(401);
  // From now on the answers no longer depend on the guess, except for those that were answered before.
  for (const guess of ['another', 'another', TOKEN, TOKEN])
    expect(await state(guess), guess).toBe(429);
  expect(await state('old')).toBe(401);
});

test("another site's page cannot use up a visitor's requests", async () => {
  const site = await createApp();
  for (let count = 0; count < 40; count++) {
    const foreign = await ask(site, ASKS['my-data'], undefined, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
  }
  await askTimes(site, ASKS['my-data'], 30);
});

test('a client that changes X-Forwarded-For stays one client, unless a proxy is trusted to write it', async () => {
  const spoof = async (site: TestApp, forwardedFor: (count: number) => string) => {
    let last = 0;
    for (let count = 0; count < 21; count++) {
      const headers = { 'X-Forwarded-For': forwardedFor(count) };
      last = (await ask(site, ASKS.signups, '192.0.2.7', headers)).status;
    }
    return last;
  };
  expect(await spoof(await createApp(), (count) => `198.51.100.${count}`)).toBe(429);
  const proxied = () => createApp({ trustedProxies: 1 });
  expect(await spoof(await proxied(), (count) => `198.51.100.${count}`)).toBe(401);
  expect(await spoof(await proxied(), (count) => `198.51.100.${count}, 203.0.113.9`)).toBe(429);
});

test('RATE_LIMITS=off refuses nobody', async () => {
  const site = await createApp({ rateLimits: false });
  await askTimes(site, ASKS.events, 700);
});

function createLimited() {
  const clock = createManualClock(NOON);
  const timers: (() => void)[] = [];
  const counter = createCounters({
    now: clock.now,
    later: (callback, delayMs) => {
      timers.push(callback);
      clock.later(() => {
        timers.splice(timers.indexOf(callback), 1);
        callback();
      }, delayMs);
    },
  });
  const limit = createRateLimits({
    counter,
    clientOf: (c) => c.req.query('client') ?? '',
    metrics: { rateLimited: () => {} },
    enabled: true,
  });
  const app = new Hono().use(limit('signups')).get('/', (c) => c.text('taken'));
  const isTaken = async (client: string) =>
    (await app.request(`/?client=${client}`)).status === 200;
  return { clock, timers, isTaken };
}

test('a client is forgotten after two minutes at the latest', async () => {
  const { clock, timers, isTaken } = createLimited();
  expect(timers).toHaveLength(0);
  await isTaken('a');
  clock.advance(30_000);
  await isTaken('b');
  expect(timers).toHaveLength(1);
  clock.advance(60_000);
  expect(timers).toHaveLength(1); // the minute of b was not over when a was forgotten
  clock.advance(30_000);
  expect(timers).toHaveLength(0); // no timer runs without clients
});

test('a clock that is set back locks nobody out', async () => {
  const times = [NOON, ...Array<number>(19).fill(NOON), NOON - 3_600_000];
  const limit = createRateLimits({
    counter: createCounters({ now: () => times.shift() ?? NOON - 3_600_000, later: () => {} }),
    clientOf: () => '',
    metrics: { rateLimited: () => {} },
    enabled: true,
  });
  const app = new Hono().use(limit('signups')).get('/', (c) => c.text('taken'));
  for (let count = 0; count < 21; count++) expect((await app.request('/')).status).toBe(200);
});

test('beyond the limit of clients, the one that was quiet longest is forgotten', async () => {
  const { isTaken } = createLimited();
  for (let count = 0; count < 20; count++) await isTaken('quiet');
  for (let count = 0; count < 20; count++) await isTaken('busy');
  expect([await isTaken('quiet'), await isTaken('busy')]).toEqual([false, false]);
  for (let client = 0; client < 20_000; client++) {
    await isTaken(String(client));
    if (client % 5_000 === 0) expect(await isTaken('busy')).toBe(false);
  }
  expect([await isTaken('busy'), await isTaken('quiet')]).toEqual([false, true]);
}, 60_000);
