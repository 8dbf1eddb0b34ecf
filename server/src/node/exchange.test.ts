import { once } from 'node:events';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo } from '../testing/programs/raw-client.ts';
import { createRequests } from '../testing/requests.ts';
import { exchangeOf } from './exchange.ts';
import { serve } from './serve.ts';

const SOON = { timeout: 20_000, interval: 20 };

/** A server that soon closes a silent connection, and answers `/slow` when the test allows it. */
async function listen() {
  const app = new Hono();
  let answerSlow = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answerSlow = resolve;
  });
  app.get('/slow', async (c) => {
    const endSilence = exchangeOf(c).allowSilence(60_000);
    await isAnswered;
    endSilence();
    return c.text('slow');
  });
  app.get('/never', () => new Promise<Response>(() => {}));
  const limits = { idleTimeout: 300 };
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 }, { limits });
  answer(app.fetch);
  onTestFinished(close);
  return { url, answerSlow };
}

/** A connection that sends requests and records what comes back. */
async function openClient(url: string) {
  const client = connectTo(url);
  const { socket } = client;
  await once(socket, 'connect');
  const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`);
  return { client, get };
}

test('a silent connection stays open while allowed, and is closed as usual at its next request', async () => {
  const { url, answerSlow } = await listen();
  const [patient, usual] = [await openClient(url), await openClient(url)];
  patient.get('/slow');
  usual.get('/never');
  await vi.waitFor(() => expect(usual.client.closed).toBe(true), SOON);
  expect(patient.client).toMatchObject({ received: '', closed: false });
  answerSlow();
  await vi.waitFor(() => expect(patient.client.received).toMatch(/ 200 OK.*slow$/s), SOON);
  patient.get('/never');
  await vi.waitFor(() => expect(patient.client.closed).toBe(true), SOON);
});

const preset = ['X-One', 'preset', 'X-Two', 'preset'];

const presetting = new Hono()
  .use((c, next) => {
    exchangeOf(c).presetHeaders(preset);
    return next();
  })
  .onError((_, c) => c.text('failed', 500))
  .get('/json', (c) => c.json({ a: 1 }))
  .get('/own', (c) => c.text('own', 200, { 'x-two': 'own' }))
  .get(
    '/own-response',
    () => new Response('raw', { headers: { 'X-TWO': 'own', 'Content-Type': 'text/plain' } }),
  )
  .get('/cookies', (c) => {
    c.header('Set-Cookie', 'a=1', { append: true });
    c.header('Set-Cookie', 'b=2', { append: true });
    return c.body(null, 204);
  })
  .get('/stream', () => new Response(new Blob(['streamed']).stream()))
  .get('/throws', () => {
    throw new Error('a bug');
  });

test.each([
  ['/json', 200, '{"a":1}', 'application/json', 'preset'],
  ['/own', 200, 'own', 'text/plain; charset=UTF-8', 'own'],
  ['/own-response', 200, 'raw', 'text/plain', 'own'],
  ['/cookies', 204, '', null, 'preset'],
  ['/stream', 200, 'streamed', 'text/plain; charset=UTF-8', 'preset'],
  ['/throws', 500, 'failed', 'text/plain; charset=UTF-8', 'preset'],
  ['/nothing', 404, '404 Not Found', 'text/plain; charset=UTF-8', 'preset'],
])('%s is answered with the preset headers and its own', async (path, status, body, type, two) => {
  const answer = await createRequests(presetting.fetch).request(path);
  const { headers } = answer;
  expect([answer.status, await answer.text()]).toEqual([status, body]);
  const sent = ['Content-Type', 'X-One', 'X-Two'].map((name) => headers.get(name));
  expect(sent).toEqual([type, 'preset', two]);
  expect(headers.getSetCookie()).toEqual(path === '/cookies' ? ['a=1', 'b=2'] : []);
});

test('a request that did not come through serve has no exchange, and the error says so', async () => {
  const app = new Hono()
    .onError((error, c) => c.text(error.message))
    .get('/', (c) => c.text(exchangeOf(c).connection.remoteAddress ?? ''));
  expect(await (await app.request('/')).text()).toContain('expected one that came through');
});
