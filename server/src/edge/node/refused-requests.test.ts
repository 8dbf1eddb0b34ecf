import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import type { ConnectionLimits } from './connections.ts';
import { listen, requestOf, send } from './testing/serve-for-test.ts';

async function openSite(limits: Partial<ConnectionLimits> = {}) {
  const { app } = await createTestApp({ config: { siteUrl: 'https://www.dubbing.test' } });
  const { url } = await listen(app.fetch, { limits, isHttps: true });
  /** Sends bytes and reads until the server closes the connection. */
  return async (message: string) => {
    const client = send(url, message);
    await once(client.socket, 'close');
    return parse(client.received);
  };
}

function parse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [name = '', value = ''] = line.split(': ');
    headers[name.toLowerCase()] = value;
  }
  return { status: Number(first.split(' ')[1]), headers, body };
}

const CLOSE = 'Connection: close\r\n';
const LONG = 'x'.repeat(20_000);
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const hostOf = (host: string) => `GET / HTTP/1.1\r\n${host}${CLOSE}\r\n`;
const REFUSED: [string, number, string][] = [
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['two lengths', 400, requestOf('POST /', 'Content-Length: 1\r\nContent-Length: 2\r\n')],
  ['no Host', 400, hostOf('')],
  ['a Host that is none', 400, hostOf('Host: a b\r\n')],
  ['a user in its Host', 400, hostOf('Host: jane@a.test\r\n')],
  ['a Host longer than any', 400, hostOf(`Host: ${'a'.repeat(300)}\r\n`)],
  ['a target with such a host', 400, requestOf(`GET HTTP://${'a'.repeat(300)}/`, CLOSE)],
  ['a backslash', 400, requestOf('GET /\\\\a', CLOSE)],
  ['headers that do not come', 408, 'GET / HTTP/1.1\r\n'],
  ['endless chunk extensions', 413, `${requestOf('POST /api/events', CHUNKED)}1;a=${LONG}\r\n`],
  ['an unknown expectation', 417, requestOf('GET /', 'Expect: tea\r\n')],
  ['endless headers', 431, requestOf('GET /', `X: ${LONG}\r\n`)],
];

test('a refused request is answered with the headers and the form of every answer', async () => {
  const ask = await openSite({ headersTimeout: 200, checkInterval: 50 });
  const own = await ask(requestOf('GET /api/nothing', CLOSE));
  expect(own.status).toBe(404);
  for (const [name, status, message] of REFUSED) {
    const refused = await ask(message);
    expect(refused.status, name).toBe(status);
    expect(refused.body, name).not.toContain('jane');
    expect(JSON.parse(refused.body), name).toEqual({
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/expected/),
    });
    const varying = {
      'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
      'content-length': String(refused.body.length),
      connection: 'close',
      date: expect.stringMatching(/ GMT$/),
    };
    expect(refused.headers, name).toEqual({ ...own.headers, ...varying });
  }
});

test('a health check is answered by HTTP/1.0 without Host, and with an empty one', async () => {
  const ask = await openSite();
  for (const method of ['GET', 'HEAD'])
    for (const path of ['/healthz', '/readyz'])
      for (const host of ['', 'Host:\r\n', 'Host: \r\n']) {
        const { status, body } = await ask(`${method} ${path} HTTP/1.0\r\n${host}\r\n`);
        expect([status, body !== '']).toEqual([200, method === 'GET']);
      }
});

test('a bad request behind one that is being answered puts nothing into that answer', async () => {
  const stream = new ReadableStream<string>({
    start: (controller) => controller.enqueue('half of it'), // and no end
  });
  const { url } = await listen(() => new Response(stream.pipeThrough(new TextEncoderStream())));
  const client = send(url, requestOf('GET /'));
  await vi.waitFor(() => expect(client.received).toContain('half of it'));
  client.socket.write('hello\r\n\r\n');
  await once(client.socket, 'close');
  expect(client.received).toMatch(/half of it\r\n$/);
});
