import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo } from '../testing/programs/raw-client.ts';
import { createTestApp } from '../testing/test-app.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  serverOptions,
} from './connections.ts';
import { listen as listenOn, serve } from './serve.ts';

const SOON = { timeout: 20_000, interval: 20 };
vi.setConfig({ testTimeout: 60_000 });

async function listen(limits: Partial<ConnectionLimits>) {
  const { app } = await createTestApp();
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 }, { limits });
  answer(app.fetch);
  onTestFinished(close);
  return url;
}

/** Opens connections that send this text and then single bytes. */
async function openSlowClients(url: string, count: number, start: string) {
  const clients = Array.from({ length: count }, () => send(url, start));
  for (const { socket } of clients) {
    const trickle = setInterval(() => socket.write('x'), 50);
    socket.on('close', () => clearInterval(trickle));
  }
  await Promise.all(clients.map(({ socket }) => once(socket, 'connect')));
  return clients;
}

const HEAD = 'GET / HTTP/1.1\r\nHost: a.test\r\nX-Slow: ';
const BODY =
  'POST /api/events HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';

test('a client that does not finish its request in time gets an answer and is disconnected', async () => {
  const limits = { headersTimeout: 300, requestTimeout: 600, checkInterval: 100 };
  const url = await listen(limits);
  const clients = [
    ...(await openSlowClients(url, 50, HEAD)),
    ...(await openSlowClients(url, 50, BODY)),
    ...(await openSlowClients(url, 50, '')),
  ];
  await vi.waitFor(() => expect(clients.every(({ closed }) => closed)).toBe(true), SOON);
  for (const { received } of clients.slice(0, 100)) {
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  }
  expect((await fetch(url)).status).toBe(200);
});

test('a client that does not read the answers is disconnected', async () => {
  const limits = { ...CONNECTION_LIMITS, idleTimeout: 300 };
  const server = createServer(serverOptions(limits), (_, answer) => answer.end('x'.repeat(1e8)));
  limitConnections(server, limits);
  onTestFinished(() => void server.close());
  const { socket } = connectTo(await listenOn(server, { host: '127.0.0.1', port: 0 }));
  socket.pause();
  const [served] = (await once(server, 'connection')) as [Socket];
  socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
  await vi.waitFor(() => expect(served.destroyed).toBe(true), SOON);
});

test('a new connection of an address beyond its limit replaces an older one', async () => {
  const url = await listen({ maxPerAddress: 20 });
  const clients = await openSlowClients(url, 60, HEAD);
  const open = () => clients.filter(({ closed }) => !closed).length;
  await vi.waitFor(() => expect(open()).toBe(20), SOON);
  expect(clients.slice(0, 40).every(({ closed }) => closed)).toBe(true);
  for (let round = 0; round < 5; round++) expect((await fetch(url)).status).toBe(200);
});

test('a connection that was answered stays as long as others were never answered', async () => {
  const url = await listen({ maxPerAddress: 20 });
  const answered = send(url, 'GET /healthz HTTP/1.1\r\nHost: a.test\r\n\r\n');
  await vi.waitFor(() => expect(answered.received).toContain(' 200 OK'), SOON);
  const others = await openSlowClients(url, 60, HEAD);
  const open = () => others.filter(({ closed }) => !closed).length;
  await vi.waitFor(() => expect(open()).toBe(19), SOON);
  expect(answered.closed).toBe(false);
});

/**
 * The first lines of the answers to requests that are sent in one packet; `asked` is the number of requests that were
 * started.
 */
async function sendTogether(count: number) {
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  let asked = 0;
  answer(async () => {
    asked += 1;
    return new Response('x');
  });
  const client = send(url, 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'.repeat(count));
  const answers = () => client.received.match(/HTTP\/1.1 200 OK/g)?.length ?? 0;
  await vi.waitFor(() => expect(client.closed || answers() === count).toBe(true), SOON);
  return { closed: client.closed, answers: answers(), asked };
}

test('fifty requests in one packet are answered, but of a larger number only the first is handled', async () => {
  expect(await sendTogether(50)).toEqual({ closed: false, answers: 50, asked: 50 });
  expect(await sendTogether(2_000)).toMatchObject({ closed: true, asked: 1 });
});

test('a client that reads its answers may send any number of requests on one connection', async () => {
  const url = await listen({});
  const client = connectTo(url);
  for (let round = 1; round <= 20; round++) {
    client.socket.write('GET /healthz HTTP/1.1\r\nHost: a.test\r\n\r\n'.repeat(20));
    await vi.waitFor(
      () => expect(client.received.match(/ 200 OK/g)).toHaveLength(round * 20),
      SOON,
    );
  }
});

/** Sends this on a separate connection. */
function send(url: string, message: string) {
  const client = connectTo(url);
  client.socket.write(message);
  return client;
}
const CHUNKED = 'Host: a.test\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each(['POST /ingest/batch/', 'POST /nothing', 'GET /'])(
  'a client that sends %s with a body in chunks of one byte is disconnected',
  async (target) => {
    const url = await listen({});
    const client = send(url, `${target} HTTP/1.1\r\n${CHUNKED}${'1\r\nx\r\n'.repeat(5_000)}`);
    await vi.waitFor(() => expect(client.closed).toBe(true), { ...SOON, timeout: 5_000 });
  },
);

test('a body in a thousand small chunks is read', async () => {
  const url = await listen({});
  const body = `${'1\r\nx\r\n'.repeat(900)}0\r\n\r\n`;
  const client = send(url, `POST /ingest/e/ HTTP/1.1\r\n${CHUNKED}${body}`);
  await vi.waitFor(() => expect(client.received).toContain(' 400 Bad Request'), SOON);
});

test('requests with an unknown expectation wait for each other like all others', async () => {
  const refusals = vi.spyOn(crypto, 'randomUUID');
  onTestFinished(() => refusals.mockRestore());
  const url = await listen({});
  const client = send(url, 'GET / HTTP/1.1\r\nHost: a.test\r\nExpect: tea\r\n\r\n'.repeat(2_000));
  await vi.waitFor(() => expect(client.closed).toBe(true), SOON);
  expect(refusals.mock.calls.length).toBeLessThan(50);
});

test('while requests wait for an answer, nothing more is read from their connection', async () => {
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const answers: (() => void)[] = [];
  let socket: Socket | undefined;
  answer((_, { incoming }) => {
    socket = incoming.socket;
    return new Promise((resolve) => answers.push(() => resolve(new Response('x'))));
  });
  const count = 45;
  const filler = `X-Filler: ${'x'.repeat(15_000)}\r\n`;
  const client = send(url, `GET / HTTP/1.1\r\nHost: a.test\r\n${filler}\r\n`.repeat(count));
  await vi.waitFor(() => expect(answers).toHaveLength(1), SOON);
  // The rest arrived long ago: Node reads 64 KB of a connection in each event-loop iteration.
  for (let turn = 0; turn < 200; turn++) await nextTurn();
  expect(socket?.bytesRead).toBeLessThan(300_000);
  for (let index = 0; index < count; index++) {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(index), SOON);
    answers[index]?.();
  }
  await vi.waitFor(() => expect(client.received.match(/ 200 OK/g)).toHaveLength(count), SOON);
});

test('connections to close at the same time are closed one in each event-loop iteration', async () => {
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  let turn = 0;
  let isWatching = true;
  void (async () => {
    for (; isWatching; turn++) await nextTurn();
  })();
  onTestFinished(() => {
    isWatching = false;
  });
  const closedIn: number[] = [];
  answer((_, { incoming }) => {
    incoming.socket.once('close', () => closedIn.push(turn));
    return new Promise(() => {}); // the others wait behind it
  });
  const tooMany = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'.repeat(60);
  const clients = Array.from({ length: 20 }, () => connectTo(url));
  for (const client of clients) {
    client.socket.write('GET / HTTP/1.1\r\n');
    await once(client.socket, 'connect');
  }
  for (let waited = 0; waited < 20; waited++) await nextTurn(); // until all are accepted
  // In one event-loop iteration, so that all arrive together.
  for (const { socket } of clients) socket.write(`Host: a.test\r\n\r\n${tooMany}`);
  await vi.waitFor(() => expect(closedIn).toHaveLength(20), SOON);
  expect(new Set(closedIn).size).toBe(20);
});
