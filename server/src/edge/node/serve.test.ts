import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../lib/start-error.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { rowsOf } from '../../testing/test-database.ts';
import { serve } from './serve.ts';
import { listen, requestOf, send } from './testing/serve-for-test.ts';

async function listenSite() {
  const site = await createTestApp();
  return { ...site, ...(await listen(site.app.fetch)) };
}

const TABLE = 'notifyme_signups';
const row = (email: string) => ({ name: 'Jane', email, signup_type: 'notifyme' });

test('an unmodified supabase-js client inserts, an object or an array, and hears of a duplicate', async () => {
  const { url, database } = await listenSite();
  const client = createClient(url, 'public-anon-key');
  const insert = (rows: object) => client.from(TABLE).insert(rows);
  expect(await insert(row('jane@example.org'))).toMatchObject({ status: 201, error: null });
  expect(await insert([row('john@example.org')])).toMatchObject({ status: 201, error: null });
  const duplicate = { status: 409, error: { code: '23505' } };
  expect(await insert(row('JANE@Example.Org'))).toMatchObject(duplicate);
  const emails = (await rowsOf(database, TABLE)).map(({ email }) => email);
  expect(emails).toEqual(['jane@example.org', 'john@example.org']);
});

test('a sender that disconnects midway does not count as our failure', async () => {
  const { url, server, lines, allLines } = await listenSite();
  const asked = once(server, 'request');
  const { socket } = send(url, `${requestOf('POST /api/events', 'Content-Length: 100\r\n')}{`);
  await asked;
  socket.destroy();
  await vi.waitFor(() => expect(allLines.join()).toContain('"route":"/api/events"'));
  expect(lines).toEqual([]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

/** A server whose answers wait until they are released, and a client that has asked it. */
async function listenAndHold() {
  const state = { answered: 0, release: () => {} };
  const released = new Promise<void>((resolve) => {
    state.release = resolve;
  });
  const { url, close } = await listen(async () => {
    state.answered += 1;
    await released;
    return new Response(`answer ${state.answered}`);
  });
  const { socket } = send(url, requestOf('GET /'));
  await vi.waitFor(() => expect(state.answered).toBe(1));
  return { url, close, state, socket };
}

test('closing lets a request under way finish, and does not wait for its connection', async () => {
  const { url, close, state, socket } = await listenAndHold();
  const received = text(socket);
  // The time after which closing ends what is left never comes.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = close();
  state.release();
  await closed;
  vi.useRealTimers();
  expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*answer 1$/s);
  await expect(fetch(url)).rejects.toThrow();
});

test('while it closes, an answer ends its connection: a client cannot go on sending requests', async () => {
  const { close, state, socket } = await listenAndHold();
  const closed = close();
  let arrived = 0;
  const note = () => void arrived++;
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  socket.write(requestOf('GET /'));
  await vi.waitFor(() => expect(arrived).toBe(1));
  state.release();
  const [first, second] = (await text(socket)).split('answer 1');
  expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(second).toMatch(/\r\nConnection: close\r\n.*answer 2$/is);
  await closed;
});

test('for a port in use, one line says which port and what to do', async () => {
  const port = Number(new URL((await listen()).url).port);
  const second = serve({ host: '127.0.0.1', port });
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(new RegExp(`PORT ${port} .*taken.*PORT=${port + 1}`));
});

test('while the site still opens, requests wait', async () => {
  const { url, answer } = await listen();
  const early = fetch(url);
  answer(() => new Response('open'));
  expect(await (await early).text()).toBe('open');
});
