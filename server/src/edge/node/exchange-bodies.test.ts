import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createBodyMemory } from '../body/bodies.ts';
import type { NodeExchange, SentBody } from './exchange.ts';
import { listen, requestOf, send } from './testing/serve-for-test.ts';

const MAX = 1000;
const MB = 1_000_000;
const SOON = { timeout: 20_000 };
const NEXT = `${requestOf('POST /', 'Content-Length: 2\r\n')}hi`;

interface SiteOptions {
  maxBytes?: number;
  memory?: ReturnType<typeof createBodyMemory>;
  /** Before the body is read. */
  wait?(exchange: NodeExchange): Promise<unknown>;
  /** Before it is answered. */
  hesitate?(): Promise<unknown>;
}

/** A server that only reads bodies. */
async function open(options: SiteOptions = {}) {
  const { maxBytes = MAX, memory = createBodyMemory(), wait, hesitate } = options;
  const bodies: SentBody[] = [];
  const { url } = await listen(async (_, exchange) => {
    await wait?.(exchange);
    const body = await exchange.readBody(maxBytes, memory.reserve('client'));
    bodies.push(body);
    await hesitate?.();
    return new Response(body.ok ? `${body.bytes.length} bytes` : body.why);
  });
  /** Opens a connection with an unfinished request. */
  const begin = async (header: string, method = 'POST') => {
    const client = send(url, requestOf(`${method} /`, `${header}\r\n`));
    await once(client.socket, 'connect');
    return client;
  };
  return { url, bodies, begin };
}

/** Resolves when the connection of a request is closed. */
const gone = ({ incoming }: NodeExchange) =>
  new Promise((resolve) => incoming.socket.once('close', resolve));

const CHUNKED = 'Transfer-Encoding: chunked';
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const stream = (sizes: readonly number[]) =>
  ReadableStream.from(sizes.map((size) => new Uint8Array(size)));

test('a body is read up to its limit, also in chunks', async () => {
  const { url } = await open();
  for (const [body, expected] of [
    ['', '0 bytes'],
    ['x'.repeat(MAX), '1000 bytes'],
    ['x'.repeat(MAX + 1), 'too_large'],
    [stream([400, 1, 599]), '1000 bytes'],
    [stream([400, 1, 600]), 'too_large'],
  ] as const) {
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    expect(await (await fetch(url, init)).text()).toBe(expected);
  }
});

test('an endless body is read only to the limit, even until it is answered', async () => {
  const memory = createBodyMemory();
  // Until the sender must wait: more is on its way than the connection buffers.
  const hesitate = () => expect.poll(() => client.socket.writableLength, SOON).toBeGreaterThan(MB);
  const { begin } = await open({ maxBytes: 100_000, memory, hesitate });
  const client = await begin(CHUNKED);
  const sending = setInterval(() => client.socket.write(chunk(500_000)), 1);
  onTestFinished(() => clearInterval(sending));
  await expect.poll(() => client.received, SOON).toContain('too_large');
  // The most that one read from the connection can add.
  expect(memory.held()).toBeLessThan(100_000 + 70_000);
});

test('a body without room beside the others is refused as such, whatever its length', async () => {
  const { url } = await open({ memory: createBodyMemory(0) });
  const answer = await fetch(url, { method: 'POST', body: 'x' });
  expect(await answer.text()).toBe('busy');
});

test('a body that its sender cuts short counts as empty, also when it was cut before it was read', async () => {
  const [cut, late] = [await open(), await open({ wait: gone })];
  const [{ socket }, left] = [
    await cut.begin('Content-Length: 500'),
    await late.begin('Content-Length: 500'),
  ];
  socket.end('x'.repeat(100));
  left.socket.destroy();
  for (const { bodies } of [cut, late])
    await expect.poll(() => bodies, SOON).toEqual([{ ok: true, bytes: new Uint8Array() }]);
});

test('a body is refused as too large before it arrives, and the next request is answered', async () => {
  const client = await (await open()).begin(`Content-Length: ${MAX + 1}`);
  await expect.poll(() => client.received, SOON).toContain('too_large');
  client.socket.write('x'.repeat(MAX + 1) + NEXT);
  await expect.poll(() => client.received, SOON).toContain('2 bytes');
});

test.each(['GET', 'HEAD'])('a body of %s is ignored and does no harm', async (method) => {
  const client = await (await open()).begin(CHUNKED, method);
  // More than the usual memory of a connection and a request.
  client.socket.write(`${chunk(10 * MB)}0\r\n\r\n${NEXT}`);
  await expect.poll(() => client.received, SOON).toContain('2 bytes');
  expect(client.received.match(/HTTP\/1.1 200/g)).toHaveLength(2);
});

test.each(['destroy', 'resetAndDestroy', 'end'] as const)(
  'a body that arrived completely before its sender disconnected (%s) is read',
  async (leave) => {
    const { begin, bodies } = await open({ wait: gone });
    const { socket } = await begin('Content-Length: 5\r\n\r\nhello');
    await expect.poll(() => socket.bytesWritten, SOON).toBeGreaterThan(0);
    socket[leave]();
    await expect.poll(() => bodies, SOON).toEqual([{ ok: true, bytes: Buffer.from('hello') }]);
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
  const { begin, bodies } = await open({ maxBytes: 6 * MB, hesitate: () => released });
  const before = kept();
  const piece = Buffer.from(chunk(MB));
  for (let sender = 0; sender < 5; sender++) {
    const { socket } = await begin(CHUNKED);
    for (let count = 0; count < 7; count++) socket.write(piece);
  }
  await expect.poll(() => bodies, SOON).toHaveLength(5);
  expect(bodies).toMatchObject(Array(5).fill({ ok: false, why: 'too_large' }));
  await expect.poll(() => kept() - before, SOON).toBeLessThan(6 * MB);
  release();
});
