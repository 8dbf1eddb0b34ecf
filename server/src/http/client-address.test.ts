import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createRequests } from '../testing/requests.ts';
import { createClientOf, createProxyWarning } from './client-address.ts';

const KEY = new Uint8Array(32);

/** Sends a request with this connection address and header. Returns the client's hash. */
function createAsk({ trustedProxies = 0, key = KEY } = {}) {
  const clientOf = createClientOf({ trustedProxies, key });
  const app = new Hono().get('/', (c) => c.text(clientOf(c)));
  const { request } = createRequests(app.fetch);
  return async (remoteAddress: string, forwardedFor?: string) => {
    const headers: Record<string, string> = forwardedFor ? { 'X-Forwarded-For': forwardedFor } : {};
    const answer = await request('/', { headers }, { from: remoteAddress });
    return answer.text();
  };
}

test('a client is a keyed hash of its address, different with each key', async () => {
  const ask = createAsk();
  const client = await ask('192.0.2.7');
  expect(client).toMatch(/^[\w-]{43}$/);
  expect(await ask('192.0.2.7')).toBe(client);
  expect(await ask('192.0.2.8')).not.toBe(client);
  expect(await createAsk({ key: new Uint8Array(32).fill(1) })('192.0.2.7')).not.toBe(client);
});

test('X-Forwarded-For is not believed unless proxies are trusted', async () => {
  const ask = createAsk();
  const client = await ask('192.0.2.7');
  for (const spoofed of ['198.51.100.1', '127.0.0.1', '2001:db8::1', 'a, b']) {
    expect(await ask('192.0.2.7', spoofed)).toBe(client);
  }
});

test.each<[number, string, string]>([
  [1, '198.51.100.1', '198.51.100.1'],
  [1, '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  [1, '203.0.113.9,198.51.100.1', '198.51.100.1'],
  [2, '203.0.113.9, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
  [2, '198.51.100.1', '198.51.100.1'],
  [1, '198.51.100.1:4711', '198.51.100.1'],
  [1, '[2001:db8::1]:4711', '2001:db8::1'],
  [1, '[2001:db8::1]', '2001:db8::1'],
  [1, '203.0.113.9, unknown', '192.0.2.7'],
  [1, '203.0.113.9, ', '192.0.2.7'],
  [1, '', '192.0.2.7'],
  [1, '1.2.3', '192.0.2.7'],
])('behind %i trusted proxies, %s is the client %s', async (trustedProxies, sent, expected) => {
  const ask = createAsk({ trustedProxies });
  expect(await ask('192.0.2.7', sent)).toBe(await createAsk()(expected));
});

test('an unconfigured proxy causes one warning, without the address', async () => {
  const lines: string[] = [];
  const warn = createProxyWarning({ warn: (message: string) => lines.push(message) });
  const app = new Hono().get('/', (c) => {
    warn(c);
    return c.text('ok');
  });
  const { request } = createRequests(app.fetch);
  await request('/');
  expect(lines).toEqual([]);
  const headers = { 'X-Forwarded-For': '198.51.100.1' };
  for (let round = 0; round < 3; round++) await request('/', { headers });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY=1');
  expect(lines[0]).not.toContain('198.51');
});
