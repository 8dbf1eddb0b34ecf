import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createRequests } from '../testing/requests.ts';
import { exchangeOf } from './exchange.ts';
import { listen, requestOf, send } from './testing/listen.ts';

const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

test('a silent connection stays open while allowed, and is closed as usual at its next request', async () => {
  let answerSlow = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answerSlow = resolve;
  });
  const app = new Hono()
    .get('/slow', async (c) => {
      const endSilence = exchangeOf(c).allowSilence(60_000);
      await isAnswered;
      endSilence();
      return c.text('slow');
    })
    .get('/never', () => new Promise<Response>(() => {}));
  const { url } = await listen(app.fetch, { limits: { idleTimeout: 300 } });
  const [patient, usual] = [send(url, requestOf('GET /slow')), send(url, requestOf('GET /never'))];
  await soon(() => expect(usual.closed).toBe(true));
  expect(patient).toMatchObject({ received: '', closed: false });
  answerSlow();
  await soon(() => expect(patient.received).toMatch(/ 200 OK.*slow$/s));
  patient.socket.write(requestOf('GET /never'));
  await soon(() => expect(patient.closed).toBe(true));
});

// create-app.test.ts shows that every answer has the preset headers.
test('an answer keeps its own headers beside the preset ones', async () => {
  const app = new Hono()
    .use((c, next) => {
      exchangeOf(c).presetHeaders(['X-One', 'preset', 'X-Two', 'preset']);
      return next();
    })
    .get('/own', (c) => c.text('own', 200, { 'x-two': 'own' }))
    .get('/raw', () => new Response('raw', { headers: { 'X-TWO': 'own' } }))
    .get(
      '/stream',
      () => new Response(new Blob(['stream']).stream(), { headers: { 'X-Two': 'own' } }),
    );
  for (const path of ['own', 'raw', 'stream']) {
    const answer = await createRequests(app.fetch).request(`/${path}`);
    const headers = ['X-One', 'X-Two'].map((name) => answer.headers.get(name));
    expect([await answer.text(), ...headers]).toEqual([path, 'preset', 'own']);
  }
});

test('a request that did not come through serve has no exchange, and the error says so', async () => {
  const app = new Hono()
    .onError((error, c) => c.text(error.message))
    .get('/', (c) => c.text(exchangeOf(c).connection.remoteAddress ?? ''));
  expect(await (await app.request('/')).text()).toContain('expected one that came through');
});
