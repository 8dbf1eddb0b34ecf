import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createClientOf, createProxyWarning, networkOf } from './client-address.ts';

const KEY = new Uint8Array(32);

/** Asks with that address of the connection and that header; answers the client's hash. */
function createAsk({ trustedProxies = 0, key = KEY } = {}) {
  const clientOf = createClientOf({ trustedProxies, key });
  const app = new Hono().get('/', (c) => c.text(clientOf(c)));
  return async (remoteAddress: string, forwardedFor?: string) => {
    const headers: Record<string, string> = forwardedFor ? { 'X-Forwarded-For': forwardedFor } : {};
    const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
    return answer.text();
  };
}

test('a client is a keyed hash of its address, another one with each key', async () => {
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

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::2'],
  ['fe80::1%eth0.100', 'fe80::2%br-12ab'],
  ['2001:DB8::1', '2001:db8:0:0:ffff::'],
])('%s and %s are one client', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['192.0.2.7', '192.0.2.8'],
  ['::1', '127.0.0.1'],
])('%s and %s are two', (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});

test('a proxy that nobody told of is warned about once, without the address', async () => {
  const lines: string[] = [];
  const warn = createProxyWarning({ warn: (message: string) => lines.push(message) });
  const app = new Hono().get('/', (c) => {
    warn(c);
    return c.text('ok');
  });
  await app.request('/');
  expect(lines).toEqual([]);
  const headers = { 'X-Forwarded-For': '198.51.100.1' };
  for (let round = 0; round < 3; round++) await app.request('/', { headers });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY=1');
  expect(lines[0]).not.toContain('198.51');
});
