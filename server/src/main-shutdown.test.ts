import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { uuidv7 } from '#shared/uuid';
import { openPosthogStandIn } from './testing/posthog-stand-in.ts';
import { createProject, start, startListening } from './testing/server-process.ts';

const TIMEOUT = 60_000;
const SOON = { timeout: 20_000, interval: 10 };
const JANE = '0195a000-0000-7000-8000-00000000000a';
const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
const json = { 'Content-Type': 'application/json', apikey: 'public-anon-key' };

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });

async function grant(url: string) {
  const [, revision] = /revision (\d+)/.exec(await (await fetch(url)).text()) ?? [];
  const decision = { consentId: JANE, revision: Number(revision), analytics: true };
  const proof = { source: 'banner', language: 'en', textHash: 'a'.repeat(64) };
  expect((await post(`${url}/api/consents`, { ...decision, ...proof })).status).toBe(201);
}

function envelope(id: string) {
  const at = new Date().toISOString();
  const event = { id, name: 'scroll', timestamp: at, properties: { percent_scrolled: 25 } };
  return { consentId: JANE, sessionId: JANE, sentAt: at, events: [event] };
}

/** Signs up and sends events without a pause until the server is gone; what it answered is collected. */
async function makeLoad(url: string, acknowledged: { signups: string[]; events: string[] }) {
  for (;;) {
    const [email, id] = [`${newId()}@example.org`, newId()];
    try {
      const row = { name: 'Jane', email, signup_type: 'notifyme' };
      const signup = await post(`${url}/rest/v1/notifyme_signups`, row);
      if (signup.status === 201) acknowledged.signups.push(email);
      const event = await post(`${url}/api/events`, envelope(id));
      if (event.status === 200) acknowledged.events.push(id);
    } catch {
      return; // refused or reset: nothing was acknowledged
    }
  }
}

function readColumn(root: string, sql: string) {
  const db = new Sqlite(join(root, 'data/site.db'), { readonly: true });
  const values = db.prepare(sql).pluck().all();
  db.close();
  return values;
}

/** A connection with a request that never ends. */
async function hang(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('POST /api/events HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100\r\n\r\n{');
  return socket;
}

/** Resolves once nobody is let in any more. */
const stopsAccepting = (url: string) =>
  vi.waitFor(async () => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    const refused = once(socket, 'connect').then(
      () => false,
      () => true,
    );
    expect(await refused.finally(() => socket.destroy())).toBe(true);
  }, SOON);

test(
  'SIGTERM under load loses nothing that was acknowledged, and answers all that it kept',
  async () => {
    const root = createProject();
    const { url, child, exited, output } = await startListening(root);
    await grant(url);
    const acknowledged = { signups: [] as string[], events: [] as string[] };
    const clients = Array.from({ length: 12 }, () => makeLoad(url, acknowledged));
    await vi.waitFor(() => expect(acknowledged.events.length).toBeGreaterThan(300), SOON);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    await Promise.all(clients);
    expect(output.stderr).toBe('');
    // The log is in the file: nothing but the file has to be kept.
    expect(existsSync(join(root, 'data/site.db-wal'))).toBe(false);
    expect(new Set(readColumn(root, 'SELECT email FROM notifyme_signups'))).toEqual(
      new Set(acknowledged.signups),
    );
    expect(new Set(readColumn(root, 'SELECT id FROM events'))).toEqual(
      new Set(acknowledged.events),
    );
  },
  TIMEOUT,
);

test(
  'a client and a PostHog that hang do not keep it from exiting 0 within 10 s, with a reader beside it',
  async () => {
    const root = createProject();
    const posthog = await openPosthogStandIn();
    onTestFinished(() => posthog.close());
    posthog.rules.behaviour = { kind: 'hangs' };
    const env = { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url };
    const { url, child, exited, output } = await startListening(root, env);
    await grant(url);
    await post(`${url}/api/events`, envelope(newId()));
    await vi.waitFor(() => expect(posthog.requests).toHaveLength(1), SOON);
    await hang(url);
    const reader = new Sqlite(join(root, 'data/site.db'), { readonly: true });
    onTestFinished(() => void reader.close());
    reader.prepare('SELECT count(*) FROM events').get();
    const since = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(performance.now() - since).toBeLessThan(10_000);
    expect(output.stderr).toBe('');
  },
  TIMEOUT,
);

test(
  'SIGINT once stops in order, twice exits at once',
  async () => {
    const root = createProject();
    const first = await startListening(root);
    first.child.kill('SIGINT');
    expect(await first.exited).toBe(0);

    const { url, child, exited } = await startListening(root);
    await hang(url);
    child.kill('SIGINT');
    await stopsAccepting(url);
    // A second one within 100 ms would count as the same keystroke.
    const since = performance.now();
    await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(100), SOON);
    child.kill('SIGINT');
    expect(await exited).toBe(130);
  },
  TIMEOUT,
);

test(
  'a second server on the same database is refused with one line, and let in once the first was killed',
  async () => {
    const root = createProject();
    const first = await startListening(root);
    const second = start(root);
    expect(await second.exited).toBe(1);
    expect(second.output.stderr).toMatch(
      /^the database \S+site\.db is in use by another server; [^\n]+\n$/,
    );
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.exited;
    const third = await startListening(root);
    expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
  },
  TIMEOUT,
);

test(
  'a database of a newer version stops the start with one line',
  async () => {
    const root = createProject();
    const { child, exited } = await startListening(root);
    child.kill('SIGTERM');
    await exited;
    const db = new Sqlite(join(root, 'data/site.db'));
    const later = Date.UTC(2099, 2, 14);
    db.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', ?)").run(
      later,
    );
    db.close();
    const refused = start(root);
    expect(await refused.exited).toBe(1);
    expect(refused.output.stderr).toMatch(
      /^the database \S+site\.db was written by a newer version of this program: it has 1 migration .* 2099-03-14; [^\n]+\n$/,
    );
  },
  TIMEOUT,
);
