import { expect, test } from 'vitest';
import { createTestApp, type TestAppOptions } from '../testing/test-app.ts';

async function open(options?: TestAppOptions) {
  const site = await createTestApp(options);
  const logged = () => site.allLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...site, logged };
}

test('each request has an id, in its answer and in its log line; a path is logged only if the site has it, and a query never', async () => {
  const { app, logged } = await open();
  const ids: (string | null)[] = [];
  for (const path of [
    '/about?email=zora@example.org',
    '/about/?token=hush',
    '/zora@example.org',
    '/api/zora',
    '/rest/v1/zora?select=zora',
  ])
    ids.push((await app.request(path)).headers.get('X-Request-Id'));
  expect(new Set(ids).size).toBe(5);
  expect(
    logged().map(({ requestId, route, path, status }) => [requestId, route, path, status]),
  ).toEqual([
    [ids[0], '/*', '/about', 200],
    [ids[1], '/*', '/about/', 308],
    [ids[2], '/*', undefined, 404],
    [ids[3], '/api/*', undefined, 404],
    [ids[4], '/rest/v1/*', undefined, 401],
  ]);
  const fixed = { level: 'debug', time: '2026-03-14T12:00:00.000Z', message: 'request' };
  expect(logged()[0]).toMatchObject({ ...fixed, method: 'GET', ms: expect.any(Number) });
  expect(JSON.stringify(logged())).not.toMatch(/zora|hush|\?/);
});

test('a request id is accepted only from a trusted proxy, and only if it is well-formed', async () => {
  const answered = async (sent: string, trustedProxies: number) => {
    const { app, lines } = await open({ config: { trustedProxies } });
    const headers = { 'X-Request-Id': sent, 'X-Forwarded-For': '192.0.2.8' };
    const answer = await app.request('/', { headers });
    expect(lines).toHaveLength(trustedProxies === 0 ? 1 : 0); // the advice to trust a proxy
    return answer.headers.get('X-Request-Id');
  };
  const wellFormed = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await answered(wellFormed, 1)).toBe(wellFormed);
  expect(await answered(wellFormed, 0)).toBe('request-1');
  for (const odd of ['zora@example.org', 'short', 'x'.repeat(65), '192.0.2.7', 'a b c d e f', '']) {
    expect(await answered(odd, 1)).toBe('request-1');
  }
});
