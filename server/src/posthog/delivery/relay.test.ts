import { expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { type Store, StoreUnavailableError } from '../../store/store.ts';
import {
  advance,
  expectDelivered,
  JANE,
  JOHN,
  openRelaySite,
  startRelay,
  WAITING,
} from '../../testing/sites/relay-site.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { createRelay } from './relay.ts';

const DAY = 86_400_000;
// They take a second; a busy machine must not make them fail.
vi.setConfig({ testTimeout: 30_000 });

const openSite = () => openRelaySite(openTestStore);

test('waiting events are delivered in order, in batches, once', async () => {
  const site = await openSite();
  const ids = [...(await site.record(700)), ...(await site.record(500))];
  const relay = await startRelay(site);
  expectDelivered(site, ids);
  expect(site.posthog.requests.map(({ length }) => length)).toEqual([500, 500, 200]);
  await advance(site, relay, DAY);
  expect(site.posthog.requests).toHaveLength(3);
  expect(await site.store.deliveryState()).toMatchObject({ waiting: 0, delivered: 1200 });
});

test('a clock that is ahead passes over no event', async () => {
  const site = await openSite();
  const ids = await site.record(1);
  await site.store.seeTime(site.clock.now());
  site.clock.advance(900 * DAY);
  await startRelay(site);
  expectDelivered(site, ids);
});

test('a batch has about a megabyte, however few events that is', async () => {
  const site = await openSite();
  const ids = await site.record(10, JANE, { filler: 'x'.repeat(300_000) });
  await startRelay(site);
  expect(site.posthog.requests.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  expectDelivered(site, ids);
});

test('new events wake it after half a second, and it polls every 30 s', async () => {
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

test('an event that arrives just after nothing was found does not wait for the next poll', async () => {
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

test('while another process delivers it stands by, and looks again after a second', async () => {
  const site = await openSite();
  const ids = await site.record(1);
  let elsewhere = true;
  const takeDeliveries: Store['takeDeliveries'] = async (...asked) =>
    elsewhere ? 'elsewhere' : site.store.takeDeliveries(...asked);
  const relay = await startRelay(site, { store: { ...site.store, takeDeliveries } });
  const nextAttemptAt = site.clock.now() + 1_000;
  expect(relay.status()).toMatchObject({ state: 'standby', nextAttemptAt });
  elsewhere = false;
  await advance(site, relay, 1_000);
  expectDelivered(site, ids);
  expect(relay.status().state).toBe('up_to_date');
});

test('a retry sends exactly the same bytes', async () => {
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

test('events that wait at a withdrawal are not delivered, not even by a retry', async () => {
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

test('events that were agreed to for another recipient are skipped and counted', async () => {
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

test('a crash between the delivery and its record repeats at most one batch', async () => {
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
  const log = createLog({ level: 'error', now, to: { write: () => {} } });
  const config = {
    posthogKey: posthog.apiKey,
    posthogHost: posthog.url,
    siteUrl: 'https://a.test',
  };
  const random = () => 0;
  // Never stopped: it behaves like a dead process once its second record never resolves.
  createRelay({ store, fetch, now, later, random, log, config }).start();
  clock.advance(0);
  await vi.waitFor(() => expect(notes).toBe(2), WAITING);
  await startRelay(site);
  expect(posthog.takenIds()).toEqual(ids);
  const repeated = [...posthog.folded().values()].filter((times) => times > 1);
  expect(repeated).toEqual(Array(500).fill(2));
});

test('while the disk is full, a delivered batch is not sent again', async () => {
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

test('stopping lets the running request finish, and aborts it after 3 s', async () => {
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
