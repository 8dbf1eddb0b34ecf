import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo } from '../testing/programs/raw-client.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { ConnectionLimits } from './connections.ts';
import { serve } from './serve.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

async function openSite(limits: Partial<ConnectionLimits> = {}, isHttps = false) {
  const { app } = await createTestApp({
    config: { siteUrl: isHttps ? 'https://www.dubbing.test' : null },
  });
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 }, { limits, isHttps });
  answer(app.fetch);
  onTestFinished(close);
  /** Sends bytes and reads until the server closes the connection. */
  const ask = async (message: string) => {
    const client = connectTo(url);
    client.socket.write(message);
    await once(client.socket, 'close');
    return parse(client.received);
  };
  return { ask };
}

function parse(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(': ');
    return [name.toLowerCase(), value];
  });
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

const HOST = 'Host: localhost\r\n';
const LONG = 'x'.repeat(20_000);
const REFUSED: [string, number, string][] = [
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['two lengths', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
  ['no Host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a Host that is none', 400, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ['a user in its Host', 400, 'GET / HTTP/1.1\r\nHost: jane@a.test\r\nConnection: close\r\n\r\n'],
  ['a backslash', 400, `GET /\\\\a HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
  ['headers that do not come', 408, 'GET / HTTP/1.1\r\n'],
  [
    'endless chunk extensions',
    413,
    `POST /api/events HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1;a=${LONG}\r\n`,
  ],
  ['an unknown expectation', 417, `GET / HTTP/1.1\r\n${HOST}Expect: tea\r\n\r\n`],
  ['endless headers', 431, `GET / HTTP/1.1\r\n${HOST}X: ${LONG}\r\n\r\n`],
];

test.each(REFUSED)(
  'a request with %s is answered %i with the headers and the form of every answer',
  async (_, status, message) => {
    const { ask } = await openSite({ headersTimeout: 200, checkInterval: 50 }, true);
    const own = await ask(`GET /api/nothing HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect(own.status).toBe(404);
    const refused = await ask(message);
    expect(refused.body).not.toContain('jane');
    expect(refused.status).toBe(status);
    const { code, message: text, ...rest } = JSON.parse(refused.body);
    expect([code, text, rest]).toEqual([
      expect.stringMatching(/^[a-z_]+$/),
      expect.stringMatching(/expected/),
      {},
    ]);
    const varying = ['date', 'x-request-id', 'content-length', 'connection', 'keep-alive'];
    const fixed = ({ headers }: Answer) =>
      Object.entries(headers)
        .filter(([name]) => !varying.includes(name))
        .sort();
    expect(fixed(refused)).toEqual(fixed(own));
    expect(refused.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
      'content-length': String(refused.body.length),
      connection: 'close',
      date: expect.stringMatching(/ GMT$/),
    });
  },
);

test.each(['GET /healthz', 'HEAD /healthz', 'GET /readyz', 'HEAD /readyz'])(
  '%s is answered by HTTP/1.0 without Host, and with an empty one',
  async (request) => {
    const { ask } = await openSite();
    for (const host of ['', 'Host:\r\n', 'Host: \r\n']) {
      const { status, body } = await ask(`${request} HTTP/1.0\r\n${host}\r\n`);
      expect([status, body !== '']).toEqual([200, request.startsWith('GET')]);
    }
  },
);

test('a bad request behind one that is being answered puts nothing into that answer', async () => {
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const stream = new ReadableStream<string>({
    start: (controller) => controller.enqueue('half of it'), // and no end
  });
  answer(() => new Response(stream.pipeThrough(new TextEncoderStream())));
  const client = connectTo(url);
  client.socket.write(`GET / HTTP/1.1\r\n${HOST}\r\n`);
  await vi.waitFor(() => expect(client.received).toContain('half of it'));
  client.socket.write('hello\r\n\r\n');
  await once(client.socket, 'close');
  expect(client.received).toMatch(/half of it\r\n$/);
});
