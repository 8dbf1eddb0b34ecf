import { expect, onTestFinished, test, vi } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { JANE, JOHN } from '../../store/testing/store-contract-data.ts';
import { openRelaySite, WAITING } from '../../testing/sites/relay-site.ts';

const DAY = 86_400_000;

test('a clock that is not believed passes over no event: they wait until it is accepted', async () => {
  const { store, clock, record, startRelay, advance, expectDelivered } = await openRelaySite();
  const ids = await record(1);
  await store.judgeClock(clock.now());
  clock.advance(100 * DAY);
  const relay = await startRelay();
  expect(relay.status()).toMatchObject({
    state: 'failing',
    reason: expect.stringContaining('clock'),
  });
  expectDelivered([]);
  await store.judgeClock(clock.now(), true);
  await advance(relay, 300_000);
  expectDelivered(ids);
});

test('a batch has about a megabyte, however few events that is', async () => {
  const { posthog, record, startRelay, expectDelivered } = await openRelaySite();
  const ids = await record(10, JANE, { filler: 'x'.repeat(300_000) });
  await startRelay();
  expect(posthog.requests.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  expectDelivered(ids);
});

test('new events wake it after half a second, and it polls every 30 s', async () => {
  const { record, startRelay, advance, expectDelivered } = await openRelaySite();
  const relay = await startRelay();
  const ids = await record(1);
  relay.wake();
  await advance(relay, 300);
  ids.push(...(await record(1)));
  relay.wake();
  expectDelivered([]);
  await advance(relay, 200);
  expectDelivered(ids);
  const polled = await record(1);
  await advance(relay, 29_999);
  expectDelivered(ids);
  await advance(relay, 1);
  expectDelivered([...ids, ...polled]);
});

test('events that arrive just after nothing was found, or during a delivery, are sent together half a second after it', async () => {
  const { posthog, store, record, beginRelay, advance, expectDelivered } = await openRelaySite();
  const ids: string[] = [];
  const recordUpTo = async (count: number) => {
    while (ids.length < count) ids.push(...(await record(1)));
    relay.wake();
  };
  const takeDeliveries: SiteStore['takeDeliveries'] = async (...asked) => {
    const taken = await store.takeDeliveries(...asked);
    if (taken.length === 0) await recordUpTo(1);
    return taken;
  };
  const settleDeliveries: SiteStore['settleDeliveries'] = async (settlement) => {
    await recordUpTo(4);
    return store.settleDeliveries(settlement);
  };
  const relay = beginRelay({ store: { ...store, takeDeliveries, settleDeliveries } });
  await advance(relay, 0);
  expect(posthog.requests).toEqual([]);
  await advance(relay, 500);
  expectDelivered(ids.slice(0, 1));
  await advance(relay, 500);
  expectDelivered(ids);
  expect(posthog.requests.map(({ length }) => length)).toEqual([1, 3]);
});

test('while another process delivers it stands by, and looks again after a second', async () => {
  const { store, clock, record, startRelay, advance, expectDelivered } = await openRelaySite();
  const ids = await record(1);
  let elsewhere = true;
  const takeDeliveries: SiteStore['takeDeliveries'] = async (...asked) =>
    elsewhere ? 'elsewhere' : store.takeDeliveries(...asked);
  const relay = await startRelay({ store: { ...store, takeDeliveries } });
  const nextAttemptAt = clock.now() + 1_000;
  expect(relay.status()).toMatchObject({ state: 'standby', nextAttemptAt });
  elsewhere = false;
  await advance(relay, 1_000);
  expectDelivered(ids);
  expect(relay.status().state).toBe('up_to_date');
});

test('events that wait at a withdrawal are not delivered, not even by a retry', async () => {
  const { posthog, store, clock, record, decide, ...site } = await openRelaySite();
  await decide(JOHN, true);
  posthog.rules.behaviour = { kind: 'answers', status: 503 };
  await record(2);
  const johns = await record(1, JOHN);
  const relay = await site.startRelay();
  expect(posthog.requests).toMatchObject([{ length: 3 }]);
  clock.advance(1);
  await decide(JANE, false);
  clock.advance(1);
  await decide(JANE, true);
  const anew = await record(1);
  posthog.rules.behaviour = { kind: 'takes' };
  await site.advance(relay, DAY);
  site.expectDelivered([...johns, ...anew]);
  const { skipped, waiting } = await store.deliveryState();
  expect([skipped.withdrawn, waiting]).toEqual([2, 0]);
});

test('events that were agreed to for another recipient are skipped and counted, at once if more than a batch', async () => {
  const { store, record, startRelay } = await openRelaySite();
  await record(600);
  await record(600);
  await startRelay({ config: { posthogHost: 'http://127.0.0.1:9' } });
  const { skipped, waiting } = await store.deliveryState();
  expect([skipped.other_recipient, waiting]).toEqual([1200, 0]);
});

test('a crash between the delivery and its record repeats at most one batch', async () => {
  const { posthog, store, clock, record, beginRelay, startRelay } = await openRelaySite();
  const ids = await record(1200);
  let records = 0;
  const settleDeliveries: SiteStore['settleDeliveries'] = (settlement) =>
    ++records === 2
      ? new Promise((resolve) => onTestFinished(() => resolve())) // like a dead process
      : store.settleDeliveries(settlement);
  beginRelay({ store: { ...store, settleDeliveries } });
  clock.advance(0);
  await vi.waitFor(() => expect(records).toBe(2), WAITING);
  await startRelay();
  expect(posthog.takenIds()).toEqual(ids);
  const repeated = [...posthog.folded().values()].filter((times) => times > 1);
  expect(repeated).toEqual(Array(500).fill(2));
});

test('while the disk is full, a delivered batch is not sent again', async () => {
  const { store, lines, record, ...site } = await openRelaySite();
  const { startRelay, advance, expectDelivered } = site;
  const ids = await record(3);
  let full = true;
  const settleDeliveries: SiteStore['settleDeliveries'] = (settlement) =>
    full
      ? Promise.reject(new StoreUnavailableError('SQLITE_FULL'))
      : store.settleDeliveries(settlement);
  const relay = await startRelay({ store: { ...store, settleDeliveries } });
  await advance(relay, 10_000);
  const reason = 'the database cannot be read or written';
  expect(relay.status()).toMatchObject({ state: 'failing', reason });
  expect(lines.join()).toContain('the relay cannot read or write the database');
  full = false;
  await advance(relay, DAY);
  expectDelivered(ids);
  expect(await store.deliveryState()).toMatchObject({ waiting: 0, delivered: 3 });
});

test('stopping lets the running request finish, and aborts it after 3 s', async () => {
  const { posthog, store, clock, record, ...site } = await openRelaySite();
  const ids = await record(1);
  const relay = site.beginRelay();
  clock.advance(0);
  await vi.waitFor(() => expect(posthog.requests).toHaveLength(1), WAITING);
  await relay.stop();
  expect(relay.status().state).toBe('stopped');
  relay.wake(); // nobody listens
  site.expectDelivered(ids);
  expect(await store.deliveryState()).toMatchObject({ waiting: 0 });

  posthog.rules.behaviour = { kind: 'hangs' };
  await record(1);
  const hanging = site.beginRelay();
  clock.advance(0);
  await vi.waitFor(() => expect(posthog.requests).toHaveLength(2), WAITING);
  const stopped = hanging.stop();
  clock.advance(3_000);
  await stopped;
  expect(await store.deliveryState()).toMatchObject({ waiting: 1, failure: null });
});
