import { expect, onTestFinished, test, vi } from 'vitest';
import { TEXT_HASH, text } from '../../store/testing/store-contract-data.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { type Behaviour, openPosthogStandIn } from '../../testing/programs/posthog-stand-in.ts';
import { JANE, restingOf, WAITING } from '../../testing/sites/relay-site.ts';
import { createIds, createTestApp, NOON } from '../../testing/test-app.ts';
import { type OpenTestStore, openTestStore } from '../../testing/test-database.ts';
import { createRelay } from './relay.ts';

/** Opens the whole application with a relay; one clock drives both. */
async function openSite() {
  const posthog = await openPosthogStandIn();
  onTestFinished(() => posthog.close());
  const openNaming: OpenTestStore = async (database) => {
    const store = await openTestStore(database);
    await store.publishConsentTexts([{ ...text(), recipient: posthog.host }]);
    return store;
  };
  const site = await createTestApp({ openStore: openNaming });
  const { app, store } = site;
  const clock = createManualClock(NOON);
  const advance = (ms: number) => {
    clock.advance(ms);
    site.clock.now = clock.now();
  };
  const relay = createRelay({
    store,
    fetch,
    now: clock.now,
    later: clock.later,
    random: Math.random,
    log: { debug() {}, info() {}, warn() {}, error() {}, isEnabled: () => false },
    config: { posthogKey: posthog.apiKey, posthogHost: posthog.url, siteUrl: 'https://a.test' },
  });
  onTestFinished(() => relay.stop());

  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };

  /** Advances to the relay's next attempt and waits until it is over, also when nobody answers it. */
  const attempt = async () => {
    const before = posthog.requests.length;
    advance(Math.max(0, (relay.status().nextAttemptAt ?? 0) - clock.now()));
    if (posthog.rules.behaviour.kind === 'hangs') {
      await vi.waitFor(() => expect(posthog.requests.length).toBe(before + 1), WAITING);
      advance(15_000);
    }
    await restingOf(relay);
  };
  return { posthog, app, store, relay, clock, post, attempt };
}

const newId = createIds();
/**
 * These rounds come after those in which PostHog accepts events without saying so, which a bad event in the batch must
 * not prevent.
 */
const POISONED_ROUNDS = [25, 26, 27];

async function sendEvents({ post, clock, relay }: Awaited<ReturnType<typeof openSite>>) {
  const at = new Date(clock.now()).toISOString();
  const properties = { percent_scrolled: 25 };
  const events = Array.from({ length: 7 }, () => ({
    id: newId(),
    name: 'scroll',
    timestamp: at,
    properties,
  }));
  const answer = await post('/api/events', {
    consentId: JANE,
    sessionId: JANE,
    sentAt: at,
    context: { path: '/' },
    events,
  });
  expect(answer).toEqual({ status: 200, body: { accepted: 7, duplicates: 0, rejected: [] } });
  relay.wake();
  return events.map(({ id }) => id);
}

test('through every kind of outage all good events arrive, once after deduplication, and the site never notices', async () => {
  const site = await openSite();
  const { posthog, relay, app, store, attempt } = site;
  const grant = { consentId: JANE, revision: 1, analytics: true, source: 'banner', language: 'en' };
  expect((await site.post('/api/consents', { ...grant, textHash: TEXT_HASH })).status).toBe(201);
  relay.start();
  await attempt();

  const retryAfter = { 'Retry-After': '40' };
  const outages: (Behaviour | 'refuses connections')[] = [
    'refuses connections',
    { kind: 'hangs' },
    { kind: 'answers', status: 500 },
    { kind: 'answers', status: 502, taken: true },
    { kind: 'answers', status: 429, headers: retryAfter },
    { kind: 'answers', status: 408 },
    { kind: 'breaks off' },
    { kind: 'breaks off', taken: true },
    { kind: 'answers', status: 401 },
  ];
  const sent: string[] = [];
  const poisoned: string[] = [];
  let rounds = 0;
  const reasons = new Set<string | null>();
  for (const outage of outages) {
    if (outage === 'refuses connections') await posthog.close();
    else posthog.rules.behaviour = outage;
    for (let round = 0; round < 3; round++) {
      const ids = await sendEvents(site);
      sent.push(...ids);
      if (POISONED_ROUNDS.includes(++rounds)) poisoned.push(ids[rounds % 7] ?? '');
      for (const id of poisoned) posthog.poisoned.add(id);
      await attempt();
      expect((await app.request('/')).status).toBe(200);
      expect((await app.request('/readyz')).status).toBe(200);
      expect(relay.status().state).toBe('failing');
      reasons.add(relay.status().reason);
    }
    if (outage === 'refuses connections') await posthog.comeBack();
  }
  expect(reasons.size).toBe(outages.length - 1); // two kinds of outage have the same reason: the connection breaks off

  posthog.rules.behaviour = { kind: 'takes' };
  posthog.rules.maxEvents = 20;
  await attempt();
  sent.push(...(await sendEvents(site)));
  await attempt();

  const good = sent.filter((id) => !poisoned.includes(id));
  expect(sent).toHaveLength(outages.length * 21 + 7);
  expect([...posthog.folded().keys()].map((key) => key.split(' ').at(-1))).toEqual(good);
  expect(Math.max(...posthog.folded().values())).toBeGreaterThan(1);
  expect(posthog.faults).toEqual([]);
  const { waiting, delivered, setAside, deadLetters, failure } = await store.deliveryState();
  expect({ waiting, delivered, setAside, failure }).toEqual({
    waiting: 0,
    delivered: good.length,
    setAside: 3,
    failure: null,
  });
  expect(deadLetters.map(({ eventId }) => eventId).toReversed()).toEqual(poisoned);
}, 30_000);
