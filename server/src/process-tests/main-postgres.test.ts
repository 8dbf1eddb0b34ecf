import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { startLoad } from '../testing/data/start-load.ts';
import { grantOnPage } from '../testing/data/visitor.ts';
import { hasPostgres, openPostgresServer } from '../testing/programs/postgres.ts';
import { openPosthogStandIn } from '../testing/programs/posthog-stand-in.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';
import { rowsOf } from '../testing/test-database.ts';

const SOON = { timeout: 60_000, interval: 20 };
const test = anyTest.skipIf(!hasPostgres());
vi.setConfig({ testTimeout: 240_000 });

test('three processes under load, one killed, PostgreSQL restarted: every acknowledged event and signup exists once, here and at PostHog', async () => {
  const posthog = await openPosthogStandIn();
  const postgres = await openPostgresServer();
  onTestFinished(() => postgres.stop());
  const database = postgres.urlOf('postgres');
  const ofPosthog = { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url };
  const env = { DATABASE_URL: database, RATE_LIMITS: 'off', ...ofPosthog };
  const root = createProject();
  const servers = await Promise.all([0, 1, 2].map(() => startListening(root, env)));
  await grantOnPage(servers[0]?.url ?? '');
  const urls = servers.map(({ url }) => url);
  const load = startLoad({ urls, clients: 9, nextSize: () => 5, repeats: true });
  const { events, signups } = load.acknowledged;
  const more = (count = events.length + 300) =>
    vi.waitFor(() => expect(events.length).toBeGreaterThan(count), SOON);
  await more();
  await vi.waitFor(() => expect(posthog.requests.length).toBeGreaterThan(0), SOON);
  servers[1]?.child.kill('SIGKILL');
  await more();
  await postgres.halt();
  await postgres.comeBack();
  await more();
  await load.stop();

  const ids = events.toSorted();
  const kept = (await rowsOf(database, 'events')).map(({ id }) => id);
  expect(kept.toSorted()).toEqual(ids);
  const emails = (await rowsOf(database, 'notifyme_signups')).map(({ email }) => email);
  expect(emails.toSorted()).toEqual(signups.toSorted());
  await vi.waitFor(() => expect(posthog.takenIds().toSorted()).toEqual(ids), SOON);
  expect(posthog.folded().size).toBe(ids.length);
  expect(posthog.faults).toEqual([]);
});
