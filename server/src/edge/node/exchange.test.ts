import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { exchangeOf } from './exchange.ts';
import { listen, requestOf, send } from './testing/serve-for-test.ts';

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
