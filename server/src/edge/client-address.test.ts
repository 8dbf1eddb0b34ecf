import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createRequests } from '../testing/requests.ts';
import { createClientOf } from './client-address.ts';

/** Sends a request with this connection address and header. Returns the client's hash. */
function createAsk({ trustedProxies = 0, key = new Uint8Array(32) } = {}) {
  const clientOf = createClientOf({ trustedProxies, key });
  const { request } = createRequests(new Hono().get('/', (c) => c.text(clientOf(c))).fetch);
  return async (from: string, forwardedFor?: string) => {
    const init = forwardedFor ? { headers: { 'X-Forwarded-For': forwardedFor } } : {};
    return (await request('/', init, { from })).text();
  };
}

test('a client is a keyed hash of its address, and X-Forwarded-For is not believed unless proxies are trusted', async () => {
  const ask = createAsk();
  const client = await ask('192.0.2.7');
  expect(client).toMatch(/^[\w-]{43}$/);
  for (const spoofed of [undefined, '198.51.100.1', '127.0.0.1', '2001:db8::1', 'a, b'])
    expect(await ask('192.0.2.7', spoofed)).toBe(client);
  expect(await ask('192.0.2.8')).not.toBe(client);
  expect(await createAsk({ key: new Uint8Array(32).fill(1) })('192.0.2.7')).not.toBe(client);
});

test('behind trusted proxies the client is the address that they received, as far as there is one', async () => {
  const direct = createAsk();
  for (const [trustedProxies, sent, expected] of [
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    [2, '203.0.113.9,198.51.100.1, 10.0.0.1', '198.51.100.1'],
    [2, '198.51.100.1', '198.51.100.1'],
    [1, '198.51.100.1:4711', '198.51.100.1'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '203.0.113.9, unknown', '192.0.2.7'],
    [1, '203.0.113.9, ', '192.0.2.7'],
    [1, '', '192.0.2.7'],
    [1, '1.2.3', '192.0.2.7'],
  ] as const) {
    const client = await createAsk({ trustedProxies })('192.0.2.7', sent);
    expect(client, sent).toBe(await direct(expected));
  }
});
