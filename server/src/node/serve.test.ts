import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../start-error.ts';
import { connectTo } from '../testing/programs/raw-client.ts';
import { createTestApp } from '../testing/test-app.ts';
import { rowsOf } from '../testing/test-database.ts';
import { serve } from './serve.ts';

async function listen() {
  const site = await createTestApp();
  const listening = await serve({ host: '127.0.0.1', port: 0 });
  listening.answer(site.app.fetch);
  onTestFinished(() => listening.close());
  return { ...site, ...listening };
}

const TABLE = 'notifyme_signups';
const row = (email: string) => ({ name: 'Jane', email, signup_type: 'notifyme' });

test('an unmodified supabase-js client inserts, an object or an array, and hears of a duplicate', async () => {
  const { url, database } = await listen();
  const client = createClient(url, 'public-anon-key');
  const one = await client.from(TABLE).insert(row('jane@example.org'));
  expect([one.status, one.error]).toEqual([201, null]);
  const listed = await client.from(TABLE).insert([row('john@example.org')]);
  expect([listed.status, listed.error]).toEqual([201, null]);
  const again = await client.from(TABLE).insert(row('JANE@Example.Org'));
  expect([again.status, again.error?.code]).toEqual([409, '23505']);
  const rows = await rowsOf(database, TABLE);
  expect(rows.map(({ email }) => email)).toEqual(['jane@example.org', 'john@example.org']);
});

test('a sender that disconnects midway does not count as our failure', async () => {
  const { url, lines } = await listen();
  const { socket } = connectTo(url);
  socket.write('POST /api/events HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100\r\n\r\n{');
  await sleep(50);
  socket.destroy();
  await sleep(50);
  expect(lines).toEqual([]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

/** A server whose answers wait until they are released. */
async function listenAndHold() {
  const state = { answered: 0, release: () => {} };
  const released = new Promise<void>((resolve) => {
    state.release = resolve;
  });
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  answer(async () => {
    state.answered += 1;
    await released;
    return new Response(`answer ${state.answered}`);
  });
  const { socket } = connectTo(url);
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
  return { url, close, state, socket, ask };
}

test('closing lets a request under way finish, and does not wait for its connection', async () => {
  const { url, close, state, socket, ask } = await listenAndHold();
  ask();
  await vi.waitFor(() => expect(state.answered).toBe(1));
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
  const { close, state, socket, ask } = await listenAndHold();
  ask();
  await vi.waitFor(() => expect(state.answered).toBe(1));
  const closed = close();
  let arrived = 0;
  const note = () => void arrived++;
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  ask();
  await vi.waitFor(() => expect(arrived).toBe(1));
  state.release();
  const [first, second] = (await text(socket)).split('answer 1');
  expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(second).toMatch(/\r\nConnection: close\r\n/i);
  expect(second).toMatch(/answer 2$/);
  await closed;
});

test('for a port in use, one line says which port and what to do', async () => {
  const { url } = await listen();
  const port = Number(new URL(url).port);
  const second = serve({ host: '127.0.0.1', port });
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(new RegExp(`PORT ${port} .*taken.*PORT=${port + 1}`));
});

test('a request that arrives while the site is still opening waits for its answer', async () => {
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const early = fetch(url);
  await sleep(50);
  answer(() => new Response('open'));
  expect(await (await early).text()).toBe('open');
});

test('while the site still opens 500 requests wait, and one more is told to come again in a second', async () => {
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const early = Array.from({ length: 501 }, () => fetch(url));
  const refused = await Promise.race(early);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ code: 'starting' });
  answer(() => new Response('open'));
  const statuses = (await Promise.all(early)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(500);
});
