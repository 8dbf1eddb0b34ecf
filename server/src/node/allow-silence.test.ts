import { once } from 'node:events';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo } from '../testing/programs/raw-client.ts';
import { allowSilence } from './allow-silence.ts';
import { serve } from './serve.ts';

const SOON = { timeout: 20_000, interval: 20 };

/** A server that gives up a silent connection soon, and answers `/slow` when the test lets it. */
async function listen() {
  const app = new Hono();
  let answerSlow = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answerSlow = resolve;
  });
  app.get('/slow', async (c) => {
    const endSilence = allowSilence(c, 60_000);
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

/** A connection that sends requests and keeps what comes back. */
async function openClient(url: string) {
  const client = connectTo(url);
  const { socket } = client;
  await once(socket, 'connect');
  const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`);
  return { client, get };
}

test('a silent connection stays open while it may, and is given up as usual at its next request', async () => {
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
