import { expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { type Store, StoreUnavailableError } from '../store/store.ts';
import type { Behaviour } from '../testing/posthog-stand-in.ts';
import {
  JANE,
  JOHN,
  openRelaySite,
  type RelaySiteOptions,
  restingOf,
  WAITING,
} from '../testing/relay-site.ts';
import { createRelay } from './relay.ts';

const DAY = 86_400_000;
// They pass in a second; a machine that does a lot besides must not turn them red.
vi.setConfig({ testTimeout: 30_000 });

const openSite = (options?: RelaySiteOptions) => openRelaySite(openSqliteStore, options);
type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts a relay and lets it do what there is to do. */
async function startRelay(site: Site, change: Parameters<Site['startRelay']>[0] = {}) {
  const relay = site.startRelay(change);
  await advance(site, relay, 0);
  return relay;
}

async function advance({ clock }: Site, relay: ReturnType<Site['startRelay']>, ms: number) {
  clock.advance(ms);
  await restingOf(relay);
}

/** Everything was taken as PostHog documents it, each of these exactly once, in this order. */
function expectDelivered({ posthog }: Site, ids: readonly string[]) {
  expect(posthog.takenIds()).toEqual(ids);
  expect([...posthog.folded().values()]).toEqual(ids.map(() => 1));
  expect(posthog.faults).toEqual([]);
}

test('what waits is delivered in order, in batches, once', async () => {
  const site = await openSite();
  const ids = [...(await site.record(700)), ...(await site.record(500))];
  const relay = await startRelay(site);
  expectDelivered(site, ids);
  expect(site.posthog.requests.map(({ length }) => length)).toEqual([500, 500, 200]);
  await advance(site, relay, DAY);
  expect(site.posthog.requests).toHaveLength(3);
  expect(await site.store.deliveryState()).toMatchObject({ waiting: 0, delivered: 1200 });
});

test('a batch has about a megabyte, however few events that is', async () => {
  const site = await openSite();
  const ids = await site.record(10, JANE, { filler: 'x'.repeat(300_000) });
  await startRelay(site);
  expect(site.posthog.requests.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  expectDelivered(site, ids);
});

test('new events wake it after half a second, and it looks by itself every 30 s', async () => {
  const site = await openSite();
  const relay = await startRelay(site);
  const first = await site.record(1);
  relay.wake();
  await advance(site, relay, 300);
  const second = await site.record(1);
  relay.wake();
  expectDelivered(site, []);
  await advance(site, relay, 200);
  expectDelivered(site, [...first, ...second]);
  const third = await site.record(1);
  await advance(site, relay, 29_999);
  expectDelivered(site, [...first, ...second]);
  await advance(site, relay, 1);
  expectDelivered(site, [...first, ...second, ...third]);
});

test('an event that comes the moment that nothing was found is not left until the next look', async () => {
  const site = await openSite();
  const late: string[] = [];
  const store: Store = {
    ...site.store,
    async takeDeliveries(limit, rule) {
      const taken = await site.store.takeDeliveries(limit, rule);
      if (taken.length === 0 && late.length === 0) {
        late.push(...(await site.record(1)));
        relay.wake();
      }
      return taken;
    },
  };
  const relay = site.startRelay({ store });
  await advance(site, relay, 0);
  await advance(site, relay, 500);
  expectDelivered(site, late);
});

test('a retry says the same to the letter', async () => {
  const site = await openSite();
  await site.record(3);
  site.posthog.rules.behaviour = { kind: 'answers', status: 500, taken: true };
  const relay = await startRelay(site);
  site.posthog.rules.behaviour = { kind: 'takes' };
  await advance(site, relay, DAY);
  const [first, ...retries] = site.posthog.requests;
  expect(retries.length).toBeGreaterThan(0);
  for (const retry of retries) expect(retry).toEqual(first);
  expect(site.posthog.folded().size).toBe(3);
  expect(site.posthog.faults).toEqual([]);
});

test('it waits twice as long after each failure, up to five minutes, with jitter', async () => {
  for (const [random, factor] of [
    [0, 0.5],
    [0.999_999, 1],
  ] as const) {
    const site = await openSite({ random: () => random });
    await site.record(1);
    site.posthog.rules.behaviour = { kind: 'answers', status: 503 };
    const relay = await startRelay(site);
    const waits: number[] = [];
    for (let failure = 0; failure < 11; failure++) {
      const ms = (relay.status().nextAttemptAt ?? 0) - site.clock.now();
      waits.push(Math.round(ms / factor / 1000));
      relay.wake(); // new events do not shorten it
      await advance(site, relay, ms - 1);
      expect(site.posthog.requests).toHaveLength(failure + 1);
      await advance(site, relay, 1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(relay.status()).toMatchObject({ state: 'failing', reason: 'PostHog answered 503' });
    expect(site.lines.filter((line) => line.includes('503'))).toHaveLength(1);
    site.posthog.rules.behaviour = { kind: 'takes' };
    await advance(site, relay, DAY);
    expect(relay.status()).toMatchObject({ state: 'up_to_date', reason: null });
    expect((await site.store.deliveryState()).failure).toBeNull();
  }
});

test.each([408, 429, 500, 502, 503, 504])('%i is tried again within a second', async (status) => {
  const site = await openSite();
  const ids = await site.record(1);
  site.posthog.rules.behaviour = { kind: 'answers', status };
  const relay = await startRelay(site);
  site.posthog.rules.behaviour = { kind: 'takes' };
  await advance(site, relay, 1_000);
  expectDelivered(site, ids);
});

test.each([
  ['7', 7_000],
  ['Sat, 14 Mar 2026 12:02:00 GMT', 120_000],
  ['0', 1_000],
  ['86400', 3_600_000],
])('Retry-After: %s is honoured', async (value, expected) => {
  const site = await openSite();
  const ids = await site.record(1);
  const headers = { 'Retry-After': value };
  site.posthog.rules.behaviour = { kind: 'answers', status: 429, headers };
  const relay = await startRelay(site);
  site.posthog.rules.behaviour = { kind: 'takes' };
  expect((relay.status().nextAttemptAt ?? 0) - site.clock.now()).toBe(expected);
  await advance(site, relay, expected - 1);
  expectDelivered(site, []);
  await advance(site, relay, 1);
  expectDelivered(site, ids);
});

test('one bad event is found by halving and set aside, all others arrive', async () => {
  const site = await openSite();
  const ids = await site.record(800);
  const bad = [ids[0], ids[299], ids[300], ids[799]].map(String);
  for (const id of bad) site.posthog.poisoned.add(id);
  await startRelay(site);
  expectDelivered(
    site,
    ids.filter((id) => !bad.includes(id)),
  );
  expect(site.posthog.requests.length).toBeLessThan(80);
  const { setAside, delivered, waiting, deadLetters } = await site.store.deliveryState();
  expect({ setAside, delivered, waiting }).toEqual({ setAside: 4, delivered: 796, waiting: 0 });
  const reason = 'PostHog answered 400: {"detail":"bad event"}';
  expect(deadLetters.map((letter) => letter.eventId).toReversed()).toEqual(bad);
  for (const letter of deadLetters) expect(letter.reason).toBe(reason);
});

test('a receiver that takes only small batches gets small batches', async () => {
  const site = await openSite();
  const ids = await site.record(100);
  site.posthog.rules.maxEvents = 7;
  await startRelay(site);
  expectDelivered(site, ids);
  const sizes = site.posthog.requests.map(({ length }) => length);
  expect(sizes.slice(0, 5)).toEqual([100, 50, 25, 12, 6]);
});

test('a receiver that refuses every single event loses few of them, slowly', async () => {
  const site = await openSite();
  await site.record(200);
  site.posthog.rules.maxEvents = 0;
  const relay = await startRelay(site);
  expect((await site.store.deliveryState()).setAside).toBe(20);
  await advance(site, relay, 300_000);
  expect((await site.store.deliveryState()).setAside).toBe(21);
});

test.each<[string, RelaySiteOptions, Behaviour]>([
  ['a wrong key', { posthogKey: 'phc_wrong' }, { kind: 'takes' }],
  ['a path that is not there', {}, { kind: 'answers', status: 404 }],
  [
    'a redirection',
    {},
    { kind: 'answers', status: 308, headers: { Location: 'http://127.0.0.1:9/batch/' } },
  ],
  ['a web page', {}, { kind: 'answers', status: 200, headers: { 'Content-Type': 'text/html' } }],
])('%s keeps everything, tries slowly and says so each time', async (_, options, behaviour) => {
  const site = await openSite(options);
  await site.record(3);
  site.posthog.rules.behaviour = behaviour;
  const relay = await startRelay(site);
  const wait = (relay.status().nextAttemptAt ?? 0) - site.clock.now();
  expect(wait).toBeGreaterThanOrEqual(15_000);
  await advance(site, relay, wait);
  expectDelivered(site, []);
  const state = await site.store.deliveryState();
  expect(state).toMatchObject({ waiting: 3, setAside: 0, delivered: 0 });
  expect(state.failure?.reason).toMatch(/PostHog.*check POSTHOG_KEY and POSTHOG_HOST/);
  const warnings = site.lines.filter((line) => line.includes('check POSTHOG_KEY'));
  expect(warnings).toHaveLength(2);
  expect(site.lines.join()).not.toContain('phc_');
});

test('what waits at a withdrawal is not delivered, not even by a retry', async () => {
  const site = await openSite();
  await site.decide(JOHN, true);
  site.posthog.rules.behaviour = { kind: 'answers', status: 503 };
  await site.record(2);
  const johns = await site.record(1, JOHN);
  const relay = await startRelay(site);
  expect(site.posthog.requests).toMatchObject([{ length: 3 }]);
  site.clock.advance(1);
  await site.decide(JANE, false);
  site.clock.advance(1);
  await site.decide(JANE, true);
  const anew = await site.record(1);
  site.posthog.rules.behaviour = { kind: 'takes' };
  await advance(site, relay, DAY);
  expectDelivered(site, [...johns, ...anew]);
  const { skipped, waiting } = await site.store.deliveryState();
  expect([skipped.withdrawn, waiting]).toEqual([2, 0]);
});

test('what was agreed to for another recipient is passed over and counted', async () => {
  const site = await openSite();
  await site.record(3);
  const elsewhere = await openSite();
  const { posthogHost, posthogKey } = {
    posthogHost: elsewhere.posthog.url,
    posthogKey: 'phc_test',
  };
  const config = { posthogHost, posthogKey, siteUrl: 'https://www.dubbing.test' };
  await startRelay(site, { config });
  expect(elsewhere.posthog.requests).toEqual([]);
  const { skipped, waiting } = await site.store.deliveryState();
  expect([skipped.other_recipient, waiting]).toEqual([3, 0]);
});

test('a crash between delivery and its note repeats at most one batch', async () => {
  const site = await openSite();
  const ids = await site.record(1200);
  let notes = 0;
  const store: Store = {
    ...site.store,
    settleDeliveries: (settlement) =>
      ++notes === 2 ? new Promise(() => {}) : site.store.settleDeliveries(settlement),
  };
  const { posthog, clock } = site;
  const { now, later } = clock;
  const log = createLog({ level: 'error', now, write: () => {} });
  const config = {
    posthogKey: posthog.apiKey,
    posthogHost: posthog.url,
    siteUrl: 'https://a.test',
  };
  const random = () => 0;
  // Never stopped: it is as good as dead once its second note does not come back.
  createRelay({ store, fetch, now, later, random, log, config }).start();
  clock.advance(0);
  await vi.waitFor(() => expect(notes).toBe(2), WAITING);
  await startRelay(site);
  expect(posthog.takenIds()).toEqual(ids);
  const repeated = [...posthog.folded().values()].filter((times) => times > 1);
  expect(repeated).toEqual(Array(500).fill(2));
});

test('while the disk is full a batch that was delivered is not sent again', async () => {
  const site = await openSite();
  const ids = await site.record(3);
  let full = true;
  const store = {
    ...site.store,
    settleDeliveries: (settlement: Parameters<Store['settleDeliveries']>[0]) =>
      full
        ? Promise.reject(new StoreUnavailableError('SQLITE_FULL'))
        : site.store.settleDeliveries(settlement),
  };
  const relay = await startRelay(site, { store });
  await advance(site, relay, 10_000);
  expect(relay.status()).toMatchObject({
    state: 'failing',
    reason: expect.stringContaining('database'),
  });
  full = false;
  await advance(site, relay, DAY);
  expectDelivered(site, ids);
  expect(await site.store.deliveryState()).toMatchObject({ waiting: 0, delivered: 3 });
});

test('stopping lets the request in flight end, and gives it up after 3 s', async () => {
  const site = await openSite();
  const ids = await site.record(1);
  const relay = site.startRelay();
  site.clock.advance(0);
  await vi.waitFor(() => expect(site.posthog.requests).toHaveLength(1), WAITING);
  await relay.stop();
  expectDelivered(site, ids);
  expect(await site.store.deliveryState()).toMatchObject({ waiting: 0 });

  site.posthog.rules.behaviour = { kind: 'hangs' };
  const later = await site.record(1);
  const hanging = site.startRelay();
  site.clock.advance(0);
  await vi.waitFor(() => expect(site.posthog.requests).toHaveLength(2), WAITING);
  const stopped = hanging.stop();
  site.clock.advance(3_000);
  await stopped;
  expect(await site.store.deliveryState()).toMatchObject({ waiting: 1, failure: null });
  site.posthog.rules.behaviour = { kind: 'takes' };
  await startRelay(site);
  expectDelivered(site, [...ids, ...later]);
});
