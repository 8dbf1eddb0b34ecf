import { LRUCache } from 'lru-cache';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newRequest, signup } from '../store/testing/store-contract-data.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { createCounters } from './budgets.ts';
import { RATE_LIMITS, type RateLimit } from './rate-limit.ts';
import { METRICS_TOKEN, readMetrics } from './testing/site-requests.ts';

const TOKEN = 'a-token-of-this-console';

async function createApp() {
  const { mail } = await openSendingSite();
  return createTestApp({
    mail,
    config: { rateLimits: true, growthToken: TOKEN, metricsToken: METRICS_TOKEN },
  });
}

interface Ask {
  method: string;
  path: string;
  /** The answer to a request within the limit. */
  status: number;
}

const ASKS: Record<RateLimit, Ask> = {
  signups: { method: 'POST', path: '/rest/v1/notifyme_signups', status: 401 },
  consents: { method: 'POST', path: '/api/consents', status: 415 },
  'my-data': { method: 'GET', path: '/api/my-data', status: 200 },
  events: { method: 'POST', path: '/api/events', status: 400 },
  'mail-pages': { method: 'GET', path: '/de/confirm', status: 404 },
  confirmations: { method: 'POST', path: '/api/confirmations', status: 400 },
  ingest: { method: 'POST', path: '/ingest/e/', status: 400 },
  'growth-sign-in': { method: 'POST', path: '/growth/api/session', status: 401 },
  'growth-passkeys': { method: 'POST', path: '/growth/api/session/challenge', status: 400 },
  'growth-bearer': { method: 'GET', path: '/growth/api/tail', status: 401 },
};
const LIMITS = Object.entries(RATE_LIMITS) as [RateLimit, number][];

let guesses = 0;
const guess = () => ({ Authorization: `Bearer wrong-${++guesses}` });
/** Each for another address, which has five tries of its own. */
const wrongCode = () => JSON.stringify({ email: `${++guesses}@a.example`, code: '999999' });

function ask(
  { app }: TestApp,
  { method, path }: Omit<Ask, 'status'>,
  headers: Record<string, string> = {},
  from = '192.0.2.7',
) {
  const own = path === ASKS['growth-bearer'].path ? guess() : {};
  const isSignIn = method === 'POST' && path === ASKS['growth-sign-in'].path;
  const body = isSignIn ? '{"token":"x"}' : path === ASKS.confirmations.path ? wrongCode() : null;
  if (isSignIn) headers = { 'Content-Type': 'application/json', ...headers };
  return app.request(path, { method, headers: { ...own, ...headers }, body }, { from });
}

async function askTimes(site: TestApp, request: Ask, times: number) {
  for (let count = 0; count < times; count++)
    expect((await ask(site, request)).status).toBe(request.status);
}

test.each(LIMITS)(
  '%s: %i a minute and client, then a refusal with Retry-After',
  async (limit, max) => {
    const site = await createApp();
    const request = ASKS[limit];
    // A page of another site cannot use up a visitor's requests.
    const foreign = await ask(site, request, { Origin: 'https://evil.test' });
    const isCounted = foreign.status !== 403;
    await askTimes(site, request, isCounted ? max - 1 : max);
    site.clock.now += 20_400;
    const refused = await ask(site, request);
    expect(refused.status).toBe(limit === 'ingest' ? 503 : 429);
    expect(refused.headers.get('Retry-After')).toBe('40');
    const ofPostgrest = limit === 'signups' && { details: null, hint: 'Try again in 40 s.' };
    if (limit === 'mail-pages') expect(await refused.text()).toBe('page too-many in de');
    else expect(await refused.json()).toMatchObject({ code: 'too_many_requests', ...ofPostgrest });
    expect(refused.headers.get('X-Content-Type-Options')).toBe('nosniff');

    expect((await ask(site, request, {}, '192.0.2.8')).status).toBe(request.status);
    site.clock.now += 39_599;
    // No proxy is trusted, so another X-Forwarded-For makes no other client.
    const spoofed = await ask(site, request, { 'X-Forwarded-For': '198.51.100.1' });
    expect(spoofed.headers.get('Retry-After')).toBe('1');
    site.clock.now += 1;
    await askTimes(site, request, 1);

    const counted = `dubkit_rate_limited_total{limit="${limit}"} 2\n`;
    expect(await readMetrics(site)).toContain(counted);
  },
);

test('each limit is counted separately, and pages are never refused', async () => {
  const site = await createApp();
  await askTimes(site, ASKS['growth-sign-in'], 10);
  expect((await ask(site, ASKS['growth-sign-in'])).status).toBe(429);
  for (const limit of ['signups', 'events', 'my-data'] as const)
    await askTimes(site, ASKS[limit], 1);
  await askTimes(site, { method: 'GET', path: '/growth/api/session', status: 200 }, 20);
  await askTimes(site, { method: 'GET', path: '/', status: 200 }, 700);
});

test('a right bearer token uses up nothing, an old one locks out nobody else, and guessing stays limited', async () => {
  const site = await createApp();
  const session = { method: 'GET', path: '/growth/api/session' };
  const state = async (token: string) =>
    (await ask(site, session, { Authorization: `Bearer ${token}` })).status;
  for (let count = 0; count < 20; count++) expect(await state(TOKEN)).toBe(200);
  for (let count = 0; count < 30; count++) expect(await state('old')).toBe(401);
  expect(await state(TOKEN)).toBe(200);
  for (let count = 0; count < 9; count++) expect(await state(`guess${count}`)).toBe(401);
  // From now on the answers no longer depend on the guess, except for those that were answered before.
  for (const token of ['another', 'another', TOKEN, TOKEN]) expect(await state(token)).toBe(429);
  expect(await state('old')).toBe(401);
  site.clock.now += 60_000;
  expect(await state(TOKEN)).toBe(200);
});

test('forty people behind one address leave or confirm in a minute, also while somebody there guesses', async () => {
  const { app, store } = await createApp();
  const requests = Array.from({ length: 80 }, () => newRequest());
  for (const [index, request] of requests.entries()) {
    await store.insertSignup(signup({ email: `${index}@a.example` }), request);
    await store.settleMessage(request.id, { outcome: 'sent', at: NOON });
  }
  const post = async (path: string, body = 'List-Unsubscribe=One-Click') => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', headers, body };
    return (await app.request(path, sent, { from: '192.0.2.7' })).status;
  };
  const statuses = async (answers: Promise<number>[]) => [...new Set(await Promise.all(answers))];
  const tryCode = ({ code }: { code: string }, index: number) =>
    post('/api/confirmations', JSON.stringify({ email: `${index}@a.example`, code }));
  const leaving = requests.splice(40);
  expect(await statuses(requests.map(tryCode))).toEqual([200]);
  const unknown = (index: number) => `?token=${String(index).padStart(22, '-')}`;
  for (const path of ['/leave', '/de/confirm', '/ar/invitation'])
    for (let index = 0; index < 10; index++) expect(await post(path + unknown(index))).toBe(404);
  expect(await post(`/leave${unknown(31)}`)).toBe(429);
  expect(
    await statuses(leaving.map(({ token }) => post(`/leave?token=${token}`, 'what=everything'))),
  ).toEqual([200]);
  expect((await store.countRows()).signups).toBe(40);
  // A code is short: after thirty wrong ones, nobody learns which one is right.
  for (let index = 0; index < 30; index++)
    expect(await post('/api/confirmations', wrongCode())).toBe(400);
  expect(await tryCode({ code: requests[0]?.code ?? '' }, 0)).toBe(429);
});

function createCounter() {
  const time = { back: 0 };
  const { take } = createCounters({ now: () => Date.now() - time.back })(20, 60_000);
  return { time, isTaken: (key: string) => take(key) === 0 };
}

test('a client is forgotten after two minutes at the latest', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { calls } = vi.spyOn(LRUCache.prototype, 'delete').mock;
  onTestFinished(() => void vi.restoreAllMocks());
  const { isTaken } = createCounter();
  expect(vi.getTimerCount()).toBe(0);
  isTaken('a');
  vi.advanceTimersByTime(30_000);
  isTaken('b');
  vi.advanceTimersByTime(30_000);
  expect(calls).toEqual([['a']]); // the minute of b is not over
  vi.advanceTimersByTime(60_000);
  expect(calls).toEqual([['a'], ['b']]);
});

test('a clock that is set back locks nobody out', () => {
  const { time, isTaken } = createCounter();
  for (let count = 0; count < 20; count++) expect(isTaken('jane')).toBe(true);
  expect(isTaken('jane')).toBe(false);
  time.back = 3_600_000;
  expect(isTaken('jane')).toBe(true);
});

test('beyond the limit of clients, the one that was quiet longest is forgotten', () => {
  const { isTaken } = createCounter();
  for (const key of ['quiet', 'busy']) for (let count = 0; count < 20; count++) isTaken(key);
  expect([isTaken('quiet'), isTaken('busy')]).toEqual([false, false]);
  for (let client = 0; client < 20_000; client++) {
    isTaken(String(client));
    if (client % 5_000 === 0) expect(isTaken('busy')).toBe(false);
  }
  expect([isTaken('busy'), isTaken('quiet')]).toEqual([false, true]);
});
