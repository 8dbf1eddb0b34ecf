import { test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { envelopeOf, startLoad } from '../testing/data/load.ts';
import { askedOn, grantOnPage, JANE, newId, postJson } from '../testing/data/visitor.ts';
import { hasPostgres, openPostgresServer } from '../testing/programs/postgres.ts';
import { openPosthogStandIn } from '../testing/programs/posthog-stand-in.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';
import { rowsOf } from '../testing/test-database.ts';

const SOON = { timeout: 60_000, interval: 20 };
const test = anyTest.skipIf(!hasPostgres());
vi.setConfig({ testTimeout: 240_000 });

/** Starts this number of processes of one site, on a separate PostgreSQL server. */
async function startSite(processes: number, env: Record<string, string> = {}) {
  const postgres = await openPostgresServer();
  onTestFinished(() => postgres.stop());
  const database = postgres.urlOf('postgres');
  const root = createProject();
  const all = { DATABASE_URL: database, RATE_LIMITS: 'off', ...env };
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startListening(root, all)),
  );
  const startMore = (more: Record<string, string> = {}) =>
    startListening(root, { ...all, ...more });
  return { postgres, database, servers, startMore };
}

test('three processes under load, one killed, PostgreSQL restarted: every acknowledged event and signup exists once, here and at PostHog', async () => {
  const posthog = await openPosthogStandIn();
  onTestFinished(() => posthog.close());
  const env = { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url };
  const { postgres, database, servers } = await startSite(3, env);
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
  await vi.waitFor(() => expect(posthog.folded().size).toBeGreaterThanOrEqual(ids.length), SOON);
  expect(posthog.takenIds().toSorted()).toEqual(ids);
  expect(posthog.folded().size).toBe(ids.length);
  expect(posthog.faults).toEqual([]);
});

test('in a rolling upgrade the older process accepts a withdrawal under the newer text and does not republish its own', async () => {
  const { servers, startMore } = await startSite(1);
  const [older] = servers;
  // Another recipient makes another text.
  const newer = await startMore({ POSTHOG_KEY: 'phc_x', POSTHOG_HOST: 'http://127.0.0.1:9' });
  const urls = [older?.url ?? '', newer.url];
  const send = (url: string) => postJson(`${url}/api/events`, envelopeOf([newId()]));
  const statuses = () => Promise.all(urls.map(async (url) => (await send(url)).status));
  const asked = async (url: string) => askedOn(await (await fetch(url)).text());

  await grantOnPage(newer.url);
  expect(await statuses()).toEqual([200, 200]);
  const page = await asked(newer.url);
  const withdrawal = { consentId: JANE, analytics: false, source: 'footer', ...page };
  expect((await postJson(`${urls[0]}/api/consents`, withdrawal)).status).toBe(201);
  // The older one cannot know whether the page's text is in force, so the page asks again: nothing is lost.
  expect(await statuses()).toEqual([503, 403]);

  older?.child.kill('SIGTERM');
  await older?.exited;
  const again = await startMore();
  expect([page.revision, (await asked(again.url)).revision]).toEqual([2, 1]);
  expect(again.output.stderr).toMatch(/"level":"warn".*newer text.*"revision":1,"newer":2}\n$/);
  await grantOnPage(newer.url);
  urls[0] = again.url;
  expect(await statuses()).toEqual([200, 200]);
});
