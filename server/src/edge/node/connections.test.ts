import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo } from '../../testing/programs/raw-client.ts';
import { createTestApp } from '../../testing/test-app.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  serverOptions,
} from './connections.ts';
import { listenOn } from './serve.ts';
import { listen, requestOf, send } from './testing/serve-for-test.ts';

vi.setConfig({ testTimeout: 60_000 });
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

const GET = requestOf('GET /');
const HEALTH = requestOf('GET /healthz');
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

const listenSite = async (limits: Partial<ConnectionLimits> = {}) =>
  (await listen((await createTestApp()).app.fetch, { limits })).url;

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
const BODY = requestOf('POST /api/events', 'Content-Length: 100000\r\n');

test('a client that does not finish its request in time gets an answer and is disconnected', async () => {
  const url = await listenSite({ headersTimeout: 300, requestTimeout: 600, checkInterval: 100 });
  const clients = await Promise.all(
    [HEAD, BODY, ''].map((start) => openSlowClients(url, 50, start)),
  );
  await soon(() => expect(clients.flat().every(({ closed }) => closed)).toBe(true));
  for (const { received } of clients.slice(0, 2).flat())
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
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
  socket.write(GET);
  await soon(() => expect(served.destroyed).toBe(true));
});

test('a new connection of an address beyond its limit replaces the oldest one that was never answered', async () => {
  const url = await listenSite({ maxPerAddress: 20 });
  const answered = send(url, HEALTH);
  await soon(() => expect(answered.received).toContain(' 200 OK'));
  const others = await openSlowClients(url, 60, HEAD);
  await soon(() => expect(others.filter(({ closed }) => !closed)).toHaveLength(19));
  expect(others.slice(0, 41).every(({ closed }) => closed)).toBe(true);
  expect(answered.closed).toBe(false);
  for (let round = 0; round < 5; round++) expect((await fetch(url)).status).toBe(200);
});

/** Sends requests in one packet. `made` is the number of those that Node made, and `asked` of those that were started. */
async function sendTogether(count: number) {
  let [asked, made] = [0, 0];
  const { url, server } = await listen(async () => {
    asked += 1;
    return new Response('x');
  });
  server.on('request', () => {
    made += 1;
  });
  const client = send(url, GET.repeat(count));
  const answers = () => client.received.match(/HTTP\/1.1 200 OK/g)?.length ?? 0;
  await soon(() => expect(client.closed || answers() === count).toBe(true));
  return { closed: client.closed, answers: answers(), asked, made };
}

test('fifty requests in one packet are answered, but of a larger number only the first is handled', async () => {
  expect(await sendTogether(50)).toEqual({ closed: false, answers: 50, asked: 50, made: 50 });
  expect(await sendTogether(2_000)).toMatchObject({ closed: true, asked: 1, made: 51 });
});

test('a client that reads its answers may send any number of requests on one connection', async () => {
  const client = connectTo(await listenSite());
  for (let round = 1; round <= 20; round++) {
    client.socket.write(HEALTH.repeat(20));
    await soon(() => expect(client.received.match(/ 200 OK/g)).toHaveLength(round * 20));
  }
});

test('a client whose body comes in chunks of one byte is disconnected, and a thousand of them are read', async () => {
  const url = await listenSite();
  const tiny = '1\r\nx\r\n';
  for (const target of ['POST /ingest/batch/', 'POST /nothing', 'GET /']) {
    const client = send(url, requestOf(target, CHUNKED) + tiny.repeat(5_000));
    await vi.waitFor(() => expect(client.closed, target).toBe(true), 5_000);
  }
  const client = send(url, `${requestOf('POST /ingest/e/', CHUNKED)}${tiny.repeat(900)}0\r\n\r\n`);
  await soon(() => expect(client.received).toContain(' 400 Bad Request'));
});

test('requests with an unknown expectation wait for each other like all others', async () => {
  const refusals = vi.spyOn(crypto, 'randomUUID');
  const client = send(await listenSite(), requestOf('GET /', 'Expect: tea\r\n').repeat(2_000));
  await soon(() => expect(client.closed).toBe(true));
  expect(refusals.mock.calls.length).toBeLessThan(50);
});

test('while requests wait for an answer, nothing more is read from their connection', async () => {
  const answers: (() => void)[] = [];
  let socket: Socket | undefined;
  const { url } = await listen((_, { incoming }) => {
    socket = incoming.socket;
    return new Promise((resolve) => answers.push(() => resolve(new Response('x'))));
  });
  const count = 45;
  const filler = `X-Filler: ${'x'.repeat(15_000)}\r\n`;
  const client = send(url, requestOf('GET /', filler).repeat(count));
  await soon(() => expect(answers).toHaveLength(1));
  // The rest arrived long ago: Node reads 64 KB of a connection in each event-loop iteration.
  for (let turn = 0; turn < 200; turn++) await nextTurn();
  expect(socket?.bytesRead).toBeLessThan(300_000);
  for (let index = 0; index < count; index++) {
    await soon(() => expect(answers.length).toBeGreaterThan(index));
    answers[index]?.();
  }
  await soon(() => expect(client.received.match(/ 200 OK/g)).toHaveLength(count));
});

test('connections to close at the same time are closed one in each event-loop iteration', async () => {
  let turn = 0;
  let isWatching = true;
  void (async () => {
    for (; isWatching; turn++) await nextTurn();
  })();
  onTestFinished(() => {
    isWatching = false;
  });
  const closedIn: number[] = [];
  const { url } = await listen((_, { incoming }) => {
    incoming.socket.once('close', () => closedIn.push(turn));
    return new Promise(() => {}); // the others wait behind it
  });
  const clients = Array.from({ length: 20 }, () => send(url, 'GET / HTTP/1.1\r\n'));
  await Promise.all(clients.map(({ socket }) => once(socket, 'connect')));
  for (let waited = 0; waited < 20; waited++) await nextTurn(); // until all are accepted
  // In one event-loop iteration, so that all arrive together.
  for (const { socket } of clients) socket.write(`Host: a.test\r\n\r\n${GET.repeat(60)}`);
  await soon(() => expect(closedIn).toHaveLength(20));
  expect(new Set(closedIn).size).toBe(20);
});
