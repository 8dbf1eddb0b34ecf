import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { envelopeOf, startLoad } from '../testing/data/load.ts';
import { grantOnPage, newId, postJson } from '../testing/data/visitor.ts';
import { openPosthogStandIn } from '../testing/programs/posthog-stand-in.ts';
import { createProject, query, startListening } from '../testing/sites/server-process.ts';

vi.setConfig({ testTimeout: 60_000 });
const SOON = { timeout: 20_000, interval: 10 };

/** A connection with an endless request. */
async function hang(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('POST /api/events HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100\r\n\r\n{');
  return socket;
}

test('SIGTERM under load loses nothing acknowledged, and answers everything that it stored', async () => {
  const root = createProject();
  const { url, child, exited, output } = await startListening(root, { RATE_LIMITS: 'off' });
  await grantOnPage(url);
  const { acknowledged, ended } = startLoad({ urls: [url], clients: 12 });
  await vi.waitFor(() => expect(acknowledged.events.length).toBeGreaterThan(100), SOON);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  await ended;
  expect(output.stderr).toBe('');
  // The log was copied into the file, so a copy of the file alone would be complete.
  expect(existsSync(join(root, 'data/site.db-wal'))).toBe(false);
  const signups = query<{ email: string }>(root, 'SELECT email FROM notifyme_signups');
  expect(new Set(signups.map(({ email }) => email))).toEqual(new Set(acknowledged.signups));
  const events = query<{ id: string }>(root, 'SELECT id FROM events');
  expect(new Set(events.map(({ id }) => id))).toEqual(new Set(acknowledged.events));
});

test('Ctrl-C ends it with 0 despite a hanging client, a hanging PostHog and a reader', async () => {
  const root = createProject();
  const posthog = await openPosthogStandIn();
  onTestFinished(() => posthog.close());
  posthog.rules.behaviour = { kind: 'hangs' };
  const env = { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url };
  const { url, child, exited, output } = await startListening(root, env);
  await grantOnPage(url);
  await postJson(`${url}/api/events`, envelopeOf([newId()]));
  await vi.waitFor(() => expect(posthog.requests).toHaveLength(1), SOON);
  await hang(url);
  const reader = new Sqlite(join(root, 'data/site.db'), { readonly: true });
  onTestFinished(() => void reader.close());
  reader.prepare('SELECT count(*) FROM events').get();
  child.kill('SIGINT');
  expect(await exited).toBe(0);
  expect(output.stderr).toBe('');
});
