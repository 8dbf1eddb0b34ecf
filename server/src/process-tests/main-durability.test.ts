import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { requestOf, send } from '../edge/node/testing/serve-for-test.ts';
import { firstRefusal } from '../testing/data/consent-requests.ts';
import { createRandom, crashSeed as seed } from '../testing/data/random.ts';
import { envelopeOf, startLoad } from '../testing/data/start-load.ts';
import { grantOnPage, newId, postJson } from '../testing/data/visitor.ts';
import { openPosthogStandIn } from '../testing/programs/posthog-stand-in.ts';
import { rounds } from '../testing/rounds.ts';
import { createProject, query, startListening } from '../testing/sites/server-process.ts';

vi.setConfig({ testTimeout: 60_000 });
const ROUNDS = rounds(3, 15);
const SOON = { timeout: 30_000, interval: 10 };

async function openPosthog() {
  const posthog = await openPosthogStandIn();
  const env = { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url, RATE_LIMITS: 'off' };
  return { posthog, env };
}

/** Returns what the intact database of that project holds. */
function stored(root: string) {
  expect(query(root, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const ids = query<{ id: string }>(root, 'SELECT id FROM events').map(({ id }) => id);
  const signups = query<{ email: string }>(root, 'SELECT email FROM notifyme_signups');
  return { ids: ids.toSorted(), emails: signups.map(({ email }) => email).toSorted() };
}

test(`killed ${ROUNDS} times under load: every acknowledged event, signup and refusal exists once, events at PostHog too (CRASH_SEED=${seed})`, async () => {
  const random = createRandom(seed);
  const root = createProject();
  const { posthog, env } = await openPosthog();
  const urls: string[] = [];
  const size = () => 1 + random(10);
  const load = startLoad({ urls, clients: 8, nextSize: size, repeats: true });
  const { events, signups } = load.acknowledged;

  for (let round = 0; round < ROUNDS; round++) {
    const { url, child, exited } = await startListening(root, env);
    await grantOnPage(url);
    // In every third round PostHog accepts a batch without answering, so that the process dies in between.
    const silent = round % 3 === 2;
    posthog.rules.behaviour = silent ? { kind: 'hangs', taken: true } : { kind: 'takes' };
    const requestsBefore = posthog.requests.length;
    const answersBefore = random(4) === 0 ? 0 : random(150);
    const wanted = events.length + answersBefore;
    expect((await postJson(`${url}/api/consents`, firstRefusal)).status).toBe(201);
    urls[0] = url;
    await vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(wanted), SOON);
    if (silent) {
      await vi.waitFor(() => expect(posthog.requests.length).toBeGreaterThan(requestsBefore), SOON);
    }
    await sleep(random(20));
    child.kill('SIGKILL');
    await exited;
  }

  posthog.rules.behaviour = { kind: 'takes' };
  const { url, output } = await startListening(root, env);
  urls[0] = url;
  await load.stop();
  const ids = events.toSorted();
  expect(stored(root)).toEqual({ ids, emails: signups.toSorted() });
  const refusals = query(root, 'SELECT sum(count) AS sum FROM consent_refusals');
  expect(refusals).toEqual([{ sum: ROUNDS }]);

  await vi.waitFor(() => expect(posthog.takenIds().toSorted()).toEqual(ids), SOON);
  const deliveries = [...posthog.folded().values()];
  expect(deliveries).toHaveLength(ids.length);
  expect(Math.max(...deliveries)).toBeGreaterThan(1); // else there was nothing to deduplicate
  expect(posthog.faults).toEqual([]);
  expect(output.stderr).toBe('');
}, 300_000);

/**
 * Limits the size of all files of a running process. The kernel refuses the next write beyond it, even in the middle of
 * a page, as on a full disk. It needs no separate disk and no root. It uses util-linux, so it runs on Linux only.
 */
const limitFiles = (pid: number | undefined, bytes: number | 'unlimited') =>
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]).status === 0;
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

test.skipIf(!canLimit)(
  'a full disk answers 503, stores no part of a batch, and accepts the whole batch once there is space again',
  async () => {
    const root = createProject();
    const { url, child, output } = await startListening(root, { RATE_LIMITS: 'off' });
    await grantOnPage(url);
    const taken: string[][] = [];
    const refused: string[][] = [];
    const send = async (ids: string[]) => {
      const answer = await postJson(`${url}/api/events`, envelopeOf(ids));
      (answer.status === 200 ? taken : refused).push(ids);
      if (answer.status === 200) return;
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ code: 'store_unavailable' });
    };
    const statusOf = async (path: string) => (await fetch(url + path)).status;

    const sizes = ['data/site.db', 'data/site.db-wal'].map(
      (file) => statSync(join(root, file)).size,
    );
    expect(limitFiles(child.pid, Math.max(...sizes) + 256 * 1024)).toBe(true);
    while (refused.length < 40) {
      const batches = Array.from({ length: 8 }, () => Array.from({ length: 17 }, newId));
      await Promise.all(batches.map(send));
    }
    expect(taken.length).toBeGreaterThan(0);
    expect(stored(root).ids).toEqual(taken.flat().toSorted());
    expect(limitFiles(child.pid, 1)).toBe(true); // else a probe would fit into the few pages left
    expect(await Promise.all(['/', '/healthz', '/readyz'].map(statusOf))).toEqual([200, 200, 503]);

    expect(limitFiles(child.pid, 'unlimited')).toBe(true);
    await Promise.all(refused.splice(0).map(send));
    expect(refused).toEqual([]);
    expect(stored(root).ids).toEqual(taken.flat().toSorted());
    await expect.poll(() => statusOf('/readyz')).toBe(200); // it caches its answer for a second
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(output.stderr).toContain('the database is not available');
    expect(output.stderr).not.toContain('"level":"error"');
  },
);

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
  const { events, signups } = acknowledged;
  expect(stored(root)).toEqual({ ids: events.toSorted(), emails: signups.toSorted() });
});

test('Ctrl-C ends it with 0 despite a hanging client, a hanging PostHog and a reader', async () => {
  const root = createProject();
  const { posthog, env } = await openPosthog();
  posthog.rules.behaviour = { kind: 'hangs' };
  const { url, child, exited, output } = await startListening(root, env);
  await grantOnPage(url);
  await postJson(`${url}/api/events`, envelopeOf([newId()]));
  await vi.waitFor(() => expect(posthog.requests).toHaveLength(1), SOON);
  const { socket } = send(url, `${requestOf('POST /api/events', 'Content-Length: 100\r\n')}{`);
  await once(socket, 'connect');
  const reader = new Sqlite(join(root, 'data/site.db'), { readonly: true });
  onTestFinished(() => void reader.close());
  reader.prepare('SELECT count(*) FROM events').get();
  child.kill('SIGINT');
  expect(await exited).toBe(0);
  expect(output.stderr).toBe('');
});
