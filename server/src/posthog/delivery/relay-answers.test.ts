import { expect, test, vi } from 'vitest';
import type { Behaviour } from '../../testing/programs/posthog-stand-in.ts';
import { openRelaySite, WAITING } from '../../testing/sites/relay-site.ts';
import type { RelayDeps } from './relay.ts';

const FAILING: Behaviour = { kind: 'answers', status: 503 };

test('the pause doubles after each failure, up to five minutes, unless PostHog says how long', async () => {
  const site = await openRelaySite();
  await site.record(1);
  site.posthog.rules.behaviour = FAILING;
  const relay = await site.startRelay({ random: () => 0.999_999 });
  const failingSince = site.clock.now();
  const waits: number[] = [];
  for (let failure = 0; failure < 11; failure++) {
    const ms = site.pauseOf(relay);
    waits.push(Math.round(ms / 1000));
    relay.wake(); // new events do not shorten it
    await site.advance(relay, ms - 1);
    expect(site.posthog.requests).toHaveLength(failure + 1);
    await site.advance(relay, 1);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  const reason = 'PostHog answered 503';
  expect(relay.status()).toMatchObject({ state: 'failing', reason, failingSince });
  expect(site.lines.filter((line) => line.includes('503'))).toHaveLength(1);
  const headers = { 'Retry-After': '7' };
  site.posthog.rules.behaviour = { kind: 'answers', status: 429, headers };
  await site.advance(relay, 300_000);
  expect(site.pauseOf(relay)).toBe(7_000);
  site.posthog.rules.behaviour = { kind: 'takes' };
  await site.advance(relay, 7_000);
  expect(relay.status()).toMatchObject({ state: 'up_to_date', reason: null });
  expect((await site.store.deliveryState()).failure).toBeNull();
  const again = site.lines.filter((line) => line.includes('the relay works again'));
  expect(again).toEqual([expect.stringContaining('"failedTimes":13')]);
});

test('after a success the pauses start short again, even while events still wait', async () => {
  const { posthog, record, startRelay, advance, pauseOf, expectDelivered } = await openRelaySite();
  const ids = await record(501);
  posthog.rules.behaviour = FAILING;
  const relay = await startRelay({
    random: () => 0.999_999,
    async fetch(...request) {
      const answer = await fetch(...request);
      posthog.rules.behaviour = FAILING; // it takes one batch a time at most
      return answer;
    },
  });
  const pauses: number[] = [];
  for (const behaviour of [FAILING, FAILING, { kind: 'takes' }, { kind: 'takes' }] as const) {
    pauses.push(Math.round(pauseOf(relay)));
    posthog.rules.behaviour = behaviour;
    await advance(relay, pauseOf(relay));
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 1_000]);
  expectDelivered(ids);
});

test.each<[string, Behaviour, RegExp]>([
  ...[408, 429, 500, 504].map((status): [string, Behaviour, RegExp] => [
    `the answer ${status}`,
    { kind: 'answers', status },
    RegExp(`^PostHog answered ${status}$`),
  ]),
  ['the answer 502, though it has them,', { kind: 'answers', status: 502, taken: true }, /502$/],
  ['an answer that breaks off', { kind: 'breaks off', taken: true }, /cannot be reached \(\w+\)$/],
  ['an answer without an end', { kind: 'floods' }, /^PostHog: the answer is longer than/],
  ['15 seconds of silence', { kind: 'hangs', taken: true }, /^PostHog did not .* within 15 s$/],
])(
  'after %s the same is sent again within a second, once after deduplication',
  async (_, behaviour, reason) => {
    const { posthog, record, clock, beginRelay, advance } = await openRelaySite();
    const ids = await record(3);
    posthog.rules.behaviour = behaviour;
    const relay = beginRelay();
    clock.advance(0);
    await vi.waitFor(() => expect(posthog.requests).toHaveLength(1), WAITING);
    if (behaviour.kind === 'hangs') {
      clock.advance(14_999);
      expect(relay.status()).toMatchObject({ state: 'delivering', nextAttemptAt: null });
    }
    await advance(relay, 1);
    const failing = { state: 'failing', reason: expect.stringMatching(reason) };
    expect(relay.status()).toMatchObject(failing);
    posthog.rules.behaviour = { kind: 'takes' };
    await advance(relay, 1_000);
    expect(posthog.requests).toEqual([posthog.requests[0], posthog.requests[0]]);
    expect(posthog.takenIds()).toEqual(ids);
    expect([posthog.folded().size, posthog.faults]).toEqual([3, []]);
  },
);

test('one bad event is found by halving and set aside, and all others arrive', async () => {
  const { posthog, store, record, startRelay, expectDelivered } = await openRelaySite();
  const ids = await record(800);
  const bad = [ids[0], ids[299], ids[300], ids[799]].map(String);
  for (const id of bad) posthog.poisoned.add(id);
  await startRelay();
  expectDelivered(ids.filter((id) => !bad.includes(id)));
  expect(posthog.requests.length).toBeLessThan(80);
  const sizes = posthog.requests.map(({ length }) => length);
  expect(sizes.slice(0, 11)).toEqual([500, 250, 125, 62, 31, 15, 7, 3, 1, 2, 4]);
  const { deadLetters, ...state } = await store.deliveryState();
  expect(state).toMatchObject({ setAside: 4, delivered: 796, waiting: 0 });
  const reason = 'PostHog answered 400: {"detail":"bad event"}';
  expect(deadLetters).toMatchObject(bad.toReversed().map((eventId) => ({ eventId, reason })));
});

test.each([
  ['', ''],
  [` one\n\t two ${'x'.repeat(300)}`, `: one two ${'x'.repeat(192)}`],
])('of the answer %j to a bad event, a line at most is kept', async (text, quoted) => {
  const { store, lines, record, startRelay } = await openRelaySite();
  await record(1);
  await startRelay({ fetch: async () => new Response(text, { status: 400 }) });
  const { deadLetters } = await store.deliveryState();
  expect(deadLetters).toMatchObject([{ reason: `PostHog answered 400${quoted}` }]);
  expect(lines.join()).toMatch(/an event is set aside.*"seq":1,"status":400/);
});

test('bad events with a good one among them are set aside at once: only those in a row are suspicious', async () => {
  const { posthog, store, record, startRelay, expectDelivered } = await openRelaySite();
  const ids = await record(39);
  const [good] = ids.splice(19, 1);
  for (const id of ids) posthog.poisoned.add(id);
  await startRelay();
  expectDelivered([String(good)]);
  expect(await store.deliveryState()).toMatchObject({ setAside: 38, waiting: 0 });
});

test('a receiver that refuses every single event loses few of them, slowly', async () => {
  const { posthog, store, record, startRelay, advance } = await openRelaySite();
  await record(200);
  posthog.rules.maxEvents = 0;
  const relay = await startRelay();
  expect((await store.deliveryState()).setAside).toBe(20);
  await advance(relay, 300_000);
  expect((await store.deliveryState()).setAside).toBe(21);
});

const answer = (status: number, headers: Record<string, string> = {}): Behaviour => ({
  kind: 'answers',
  status,
  headers,
});

const NOT_ACCEPTED = 'the answer 200 does not say that PostHog accepted';
const ELSEWHERE = { Location: 'http://127.0.0.1:9/batch/' };
test.each<[string, string, Partial<RelayDeps['config']>, Behaviour]>([
  ['a wrong key', 'PostHog answered 401', { posthogKey: 'phc_wrong' }, { kind: 'takes' }],
  ['a path that is not there', 'PostHog answered 404', {}, answer(404)],
  ['a redirection', 'PostHog answered 308', {}, answer(308, ELSEWHERE)],
  ['an answer of another program', NOT_ACCEPTED, {}, answer(200)],
  ['a page of a proxy', NOT_ACCEPTED, {}, { kind: 'answers', status: 200, text: '<html>' }],
])('%s keeps everything, tries slowly and says so: %s', async (_, reason, config, behaviour) => {
  const { posthog, store, lines, ...site } = await openRelaySite();
  await site.record(3);
  posthog.rules.behaviour = behaviour;
  const relay = await site.startRelay({ config });
  expect(site.pauseOf(relay)).toBeGreaterThanOrEqual(15_000);
  await site.advance(relay, site.pauseOf(relay));
  site.expectDelivered([]);
  const state = await store.deliveryState();
  expect(state).toMatchObject({ waiting: 3, setAside: 0, delivered: 0 });
  expect(state.failure?.reason).toBe(`${reason}; check POSTHOG_KEY and POSTHOG_HOST`);
  expect(lines.filter((line) => line.includes('check POSTHOG_KEY'))).toHaveLength(2);
  expect(lines.join()).not.toContain('phc_');
});

test.each(['{"status":"Ok","quota_limited":["recordings"]}', '{"status":1}'])(
  'that PostHog accepted is said by %s',
  async (text) => {
    const { posthog, store, record, startRelay } = await openRelaySite();
    await record(1);
    posthog.rules.behaviour = { kind: 'answers', status: 200, text };
    await startRelay();
    expect(await store.deliveryState()).toMatchObject({ waiting: 0, delivered: 1 });
  },
);
