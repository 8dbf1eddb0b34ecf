import { expect, test } from 'vitest';
import { StoreUnavailableError } from '../store/store.ts';
import { createTestApp, type TestAppOptions } from '../testing/test-app.ts';

interface Line {
  level: string;
  message: string;
  requestId: string;
  [field: string]: unknown;
}

async function open(options?: TestAppOptions) {
  const site = await createTestApp(options);
  const logged = () => site.allLines.map((line) => JSON.parse(line) as Line);
  return { ...site, logged };
}

test('each request has an id, in its answer and in its log line', async () => {
  const { app, logged } = await open();
  const ids: (string | null)[] = [];
  for (const path of ['/', '/about', '/healthz', '/nothing', '/api/events']) {
    ids.push((await app.request(path)).headers.get('X-Request-Id'));
  }
  expect(new Set(ids).size).toBe(5);
  expect(logged().map(({ requestId }) => requestId)).toEqual(ids);
  expect(logged()[1]).toEqual({
    level: 'debug',
    time: '2026-03-14T12:00:00.000Z',
    message: 'request',
    requestId: ids[1],
    method: 'GET',
    route: '/*',
    path: '/about',
    status: 200,
    ms: expect.any(Number),
  });
});

test('a path is logged only if the site has it, and a query never', async () => {
  const { app, logged } = await open();
  await app.request('/about?email=zora@example.org');
  await app.request('/about/?token=hush');
  await app.request('/zora@example.org');
  await app.request('/api/zora');
  await app.request('/rest/v1/zora?select=zora');
  expect(logged().map(({ route, path, status }) => [route, path, status])).toEqual([
    ['/*', '/about', 200],
    ['/*', '/about/', 308],
    ['/*', undefined, 404],
    ['/api/*', undefined, 404],
    ['/rest/v1/*', undefined, 401],
  ]);
  expect(JSON.stringify(logged())).not.toMatch(/zora|hush|\?/);
});

test('a request id is accepted only from a trusted proxy, and only if it is well-formed', async () => {
  const answered = async (sent: string, trustedProxies: number) => {
    const { app } = await open({ config: { trustedProxies } });
    const answer = await app.request('/', { headers: { 'X-Request-Id': sent } });
    return answer.headers.get('X-Request-Id');
  };
  const wellFormed = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await answered(wellFormed, 1)).toBe(wellFormed);
  expect(await answered(wellFormed, 0)).toBe('request-1');
  for (const odd of ['zora@example.org', 'short', 'x'.repeat(65), '192.0.2.7', 'a b c d e f', '']) {
    expect(await answered(odd, 1)).toBe('request-1');
  }
});

test('an error in a request is logged with its id', async () => {
  const { app, logged } = await open();
  const failing = await open();
  failing.store.insertSignup = () => Promise.reject(new Error('a bug'));
  const down = await open();
  down.store.insertSignup = () => Promise.reject(new StoreUnavailableError('SQLITE_FULL'));
  const headers = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Zora', email: 'zora@example.org', signup_type: 'notifyme' });
  const path = '/rest/v1/notifyme_signups';
  await app.request('/');
  expect(logged()).toHaveLength(1);
  for (const [site, level] of [
    [failing, 'error'],
    [down, 'warn'],
  ] as const) {
    const answer = await site.app.request(path, { method: 'POST', headers, body });
    const [line, request] = site.logged();
    expect(line).toMatchObject({ level, requestId: answer.headers.get('X-Request-Id') });
    expect(request).toMatchObject({ message: 'request', requestId: line?.requestId });
  }
});
