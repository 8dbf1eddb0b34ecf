import { expect, test, vi } from 'vitest';
import type { Behaviour } from '../../testing/programs/posthog-stand-in.ts';
import {
  advance,
  expectDelivered,
  openRelaySite,
  type RelaySiteOptions,
  startRelay,
} from '../../testing/sites/relay-site.ts';
import { openTestStore } from '../../testing/test-database.ts';

const DAY = 86_400_000;
// They take a second; a busy machine must not make them fail.
vi.setConfig({ testTimeout: 30_000 });

const openSite = (options?: RelaySiteOptions) => openRelaySite(openTestStore, options);

test('the pause doubles after each failure, up to five minutes, with jitter', async () => {
  for (const [random, factor] of [
    [0, 0.5],
    [0.999_999, 1],
  ] as const) {
    const site = await openSite({ random: () => random });
    await site.record(1);
    site.posthog.rules.behaviour = { kind: 'answers', status: 503 };
    const relay = await startRelay(site);
    const failingSince = site.clock.now();
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
    const reason = 'PostHog answered 503';
    expect(relay.status()).toMatchObject({ state: 'failing', reason, failingSince });
    expect(site.lines.filter((line) => line.includes('503'))).toHaveLength(1);
    site.posthog.rules.behaviour = { kind: 'takes' };
    await advance(site, relay, DAY);
    expect(relay.status()).toMatchObject({ state: 'up_to_date', reason: null });
    expect((await site.store.deliveryState()).failure).toBeNull();
  }
});

test('an answer without an end is read up to a limit, and the events are sent again', async () => {
  const site = await openSite();
  await site.record(1);
  site.posthog.rules.behaviour = { kind: 'floods' };
  const relay = await startRelay(site);
  const reason = 'PostHog: the answer is longer than 1000000 bytes';
  expect(relay.status()).toMatchObject({ state: 'failing', reason });
  site.posthog.rules.behaviour = { kind: 'takes' };
  await advance(site, relay, DAY);
  expect(relay.status().state).toBe('up_to_date');
});

test('after a success the pauses start short again, even while events still wait', async () => {
  const site = await openSite({ random: () => 0.999_999 });
  const ids = await site.record(501);
  const failing: Behaviour = { kind: 'answers', status: 503 };
  site.posthog.rules.behaviour = failing;
  const untilNext = () => Math.round((relay.status().nextAttemptAt ?? 0) - site.clock.now());
  const relay = await startRelay(site, {
    async fetch(...request) {
      const answer = await fetch(...request);
      site.posthog.rules.behaviour = failing; // it takes one batch a time at most
      return answer;
    },
  });
  for (const pause of [1_000, 2_000, 4_000]) {
    expect(untilNext()).toBe(pause);
    await advance(site, relay, pause);
  }
  site.posthog.rules.behaviour = { kind: 'takes' };
  await advance(site, relay, untilNext());
  expectDelivered(site, ids.slice(0, 500));
  expect(untilNext()).toBe(1_000);
  site.posthog.rules.behaviour = { kind: 'takes' };
  await advance(site, relay, 1_000);
  expectDelivered(site, ids);
});

test.each([408, 429, 500, 502, 503, 504])('%i is retried within a second', async (status) => {
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
  ['0', 500], // the relay's own first pause
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

test('one bad event is found by halving and set aside, and all others arrive', async () => {
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

test('a receiver that accepts only small batches gets small batches', async () => {
  const site = await openSite();
  const ids = await site.record(100);
  site.posthog.rules.maxEvents = 7;
  await startRelay(site);
  expectDelivered(site, ids);
  const sizes = site.posthog.requests.map(({ length }) => length);
  expect(sizes.slice(0, 5)).toEqual([100, 50, 25, 12, 6]);
});

test('bad events with a good one among them are set aside at once: only those in a row are suspicious', async () => {
  const site = await openSite();
  const ids = await site.record(39);
  const [good] = ids.splice(19, 1);
  for (const id of ids) site.posthog.poisoned.add(id);
  await startRelay(site);
  expectDelivered(site, [String(good)]);
  expect(await site.store.deliveryState()).toMatchObject({ setAside: 38, waiting: 0 });
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
  [
    'a web page whose type is in capitals',
    {},
    { kind: 'answers', status: 200, headers: { 'Content-Type': 'TEXT/HTML; charset=utf-8' } },
  ],
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
