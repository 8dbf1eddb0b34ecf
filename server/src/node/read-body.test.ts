import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createBodyMemory } from '../http/body/body-memory.ts';
import type { NodeExchange } from './exchange.ts';
import type { SentBody } from './read-body.ts';
import { serve } from './serve.ts';

const MAX = 1000;
const MB = 1_000_000;
/** More than the usual memory of a connection and a request. */
const BUFFERED = 10 * MB;

interface SiteOptions {
  maxBytes?: number;
  memory?: ReturnType<typeof createBodyMemory>;
  /** Before the body is read. */
  wait?(exchange: NodeExchange): Promise<unknown>;
  /** Before it is answered. */
  hesitate?(): Promise<unknown>;
}

/** A server that only reads bodies. */
async function open({
  maxBytes = MAX,
  memory = createBodyMemory(),
  wait,
  hesitate,
}: SiteOptions = {}) {
  const bodies: SentBody[] = [];
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  answer(async (_, exchange) => {
    await wait?.(exchange);
    const body = await exchange.readPieces(maxBytes, memory.reserve('client'));
    bodies.push(body);
    await hesitate?.();
    return new Response(body.ok ? `${Buffer.concat(body.pieces).length} bytes` : body.why);
  });
  return { url, bodies };
}

/** An unfinished request on a separate connection. */
async function begin(url: string, head: string, method = 'POST'): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  socket.write(`${method} / HTTP/1.1\r\nHost: ${host}\r\n${head}\r\n\r\n`);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (/\r\n\r\n.+/s.test(text)) break;
  }
  return text;
}

/** Resolves when the connection of a request is closed. */
const gone = ({ incoming }: NodeExchange) =>
  new Promise((resolve) => {
    incoming.socket.once('close', resolve);
  });

const textOf = (body?: SentBody) => body?.ok && Buffer.concat(body.pieces).toString();
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const stream = (sizes: readonly number[]) =>
  ReadableStream.from(sizes.map((size) => new Uint8Array(size)));

test.each<[string, () => string | ReadableStream, string]>([
  ['nothing', () => '', '0 bytes'],
  ['as much as may be', () => 'x'.repeat(MAX), '1000 bytes'],
  ['a byte more', () => 'x'.repeat(MAX + 1), 'too_large'],
  ['as much as may be, in chunks', () => stream([400, 1, 599]), '1000 bytes'],
  ['a byte more, in chunks', () => stream([400, 1, 600]), 'too_large'],
])('a body of %s', async (_, body, expected) => {
  const { url } = await open();
  const init = { method: 'POST', body: body(), duplex: 'half' } as RequestInit;
  expect(await (await fetch(url, init)).text()).toBe(expected);
});

test('an endless body is read only to the limit, even until it is answered', async () => {
  const memory = createBodyMemory();
  // Until the sender must wait: more is on its way than the connection buffers.
  const hesitate = () => expect.poll(() => socket.writableLength).toBeGreaterThan(1_000_000);
  const { url } = await open({ maxBytes: 100_000, memory, hesitate });
  const socket = await begin(url, 'Transfer-Encoding: chunked');
  socket.on('error', () => {}); // it is disconnected while it sends
  const sending = setInterval(() => socket.write(chunk(500_000)), 1);
  onTestFinished(() => clearInterval(sending));
  expect(await answerOf(socket)).toContain('too_large');
  // The most that one read from the connection can add.
  expect(memory.held()).toBeLessThan(100_000 + 70_000);
});

test('a body without room beside the others is refused as such, whatever its length', async () => {
  const { url } = await open({ memory: createBodyMemory(0) });
  const answer = await fetch(url, { method: 'POST', body: 'x' });
  expect(await answer.text()).toBe('busy');
});

test('a body that its sender cuts short counts as empty', async () => {
  const { url, bodies } = await open();
  const socket = await begin(url, 'Content-Length: 500');
  socket.write('x'.repeat(100));
  socket.end();
  await expect.poll(() => bodies).toEqual([{ ok: true, pieces: [] }]);
});

test('reading does not wait for a sender that has already disconnected', async () => {
  const { url, bodies } = await open({ wait: gone });
  const socket = await begin(url, 'Content-Length: 500');
  socket.destroy();
  await expect.poll(() => bodies).toEqual([{ ok: true, pieces: [] }]);
});

test('a body is refused as too large before it arrives, and the next request is answered', async () => {
  const { url } = await open();
  const socket = await begin(url, `Content-Length: ${MAX + 1}`);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await expect.poll(() => text).toContain('too_large');
  socket.write('x'.repeat(MAX + 1));
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\nhi');
  await expect.poll(() => text).toContain('2 bytes');
});

test.each(['GET', 'HEAD'])('a body of %s is ignored and does no harm', async (method) => {
  const { url } = await open();
  const socket = await begin(url, 'Transfer-Encoding: chunked', method);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.write(`${chunk(BUFFERED)}0\r\n\r\n`);
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\nhi');
  await expect.poll(() => text).toContain('2 bytes');
  expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(2);
});

test.each(['destroy', 'resetAndDestroy', 'end'] as const)(
  'a body that arrived completely before its sender disconnected (%s) is read',
  async (leave) => {
    const { url, bodies } = await open({ wait: gone });
    const socket = await begin(url, 'Content-Length: 5\r\n\r\nhello\r\n');
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
    socket.on('error', () => {});
    socket[leave]();
    await expect.poll(() => bodies).toMatchObject([{ ok: true }]);
    expect(textOf(bodies[0])).toBe('hello');
  },
);

test('what was read of a refused body is freed before the answer', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept = () => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hesitate = () => released;
  const { url, bodies } = await open({ maxBytes: 6 * MB, hesitate });
  const before = kept();
  const piece = Buffer.from(chunk(MB));
  for (let sender = 0; sender < 5; sender++) {
    const socket = await begin(url, 'Transfer-Encoding: chunked');
    socket.on('error', () => {});
    for (let count = 0; count < 7; count++) socket.write(piece);
  }
  await expect.poll(() => bodies).toHaveLength(5);
  expect(bodies).toMatchObject(Array(5).fill({ ok: false, why: 'too_large' }));
  await expect.poll(() => kept() - before).toBeLessThan(6 * MB);
  release();
});
