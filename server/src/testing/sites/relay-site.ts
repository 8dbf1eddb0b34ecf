import { expect, onTestFinished, vi } from 'vitest';
import { createRelay, type Relay, type RelayDeps } from '../../posthog/delivery/relay.ts';
import { batch, grant, JANE, JOHN, text } from '../../store/testing/store-contract-data.ts';
import { createManualClock } from '../manual-clock.ts';
import { openPosthogStandIn, type PosthogStandIn } from '../programs/posthog-stand-in.ts';
import { createIds, NOON, newTestDatabase } from '../test-app.ts';
import type { OpenTestStore } from '../test-database.ts';
import { createTestLog } from '../test-log.ts';

export { JANE, JOHN };

export interface RelaySiteOptions {
  posthog?: PosthogStandIn;
  posthogKey?: string;
  random?: () => number;
}

/** Opens a store with Jane's grant to a text that names the stand-in, and a relay between the two on a manual clock. */
export async function openRelaySite(openStore: OpenTestStore, options: RelaySiteOptions = {}) {
  const posthog = options.posthog ?? (await openPosthogStandIn());
  if (!options.posthog) onTestFinished(() => posthog.close());
  const database = await newTestDatabase();
  const store = await openStore(database);
  onTestFinished(() => store.close());
  const clock = createManualClock(NOON);
  const { log, lines } = createTestLog(clock.now);
  const newId = createIds();

  /** Starts a relay as if in another process, on the same store. */
  const startRelay = (change: Partial<RelayDeps> = {}) => {
    const { now, later } = clock;
    const posthogKey = options.posthogKey ?? posthog.apiKey;
    const config = { posthogKey, posthogHost: posthog.url, siteUrl: 'https://www.dubbing.test' };
    const random = options.random ?? (() => 0);
    const relay = createRelay({ store, fetch, now, later, random, log, config, ...change });
    onTestFinished(() => relay.stop());
    relay.start();
    return relay;
  };

  const decide = (consentId: string, analytics: boolean) =>
    store.recordDecision(
      grant({ consentId, analytics, decidedAt: clock.now(), recordedAt: clock.now() }),
    );

  /** Stores that many events and returns their ids, in order. */
  const record = async (count: number, consentId = JANE, properties: object = {}) => {
    const events = Array.from({ length: count }, (_, index) => ({
      id: newId(),
      name: 'scroll',
      properties: { percent_scrolled: 25, ...properties },
      occurredAt: clock.now() - index,
    }));
    const arrived = batch({ consentId, sessionId: JANE, receivedAt: clock.now(), events });
    const recorded = await store.recordEvents(arrived);
    expect(recorded).toMatchObject({ outcome: 'recorded', accepted: count });
    return events.map(({ id }) => id);
  };

  await store.publishConsentTexts([{ ...text(), recipient: posthog.host }]);
  await decide(JANE, true);
  return { posthog, store, database, clock, lines, newId, startRelay, decide, record };
}

export type RelaySite = Awaited<ReturnType<typeof openRelaySite>>;

/** Resolves when the relay has nothing to do before its next timer. */
export const restingOf = (relay: Relay) =>
  vi.waitFor(() => expect(relay.status().nextAttemptAt).not.toBeNull(), WAITING);

/** Starts a relay and waits until it has nothing more to do. */
export async function startRelay(
  site: RelaySite,
  change: Parameters<RelaySite['startRelay']>[0] = {},
) {
  const relay = site.startRelay(change);
  await advance(site, relay, 0);
  return relay;
}

export async function advance({ clock }: RelaySite, relay: Relay, ms: number) {
  clock.advance(ms);
  await restingOf(relay);
}

/**
 * Expects that each of these events was accepted exactly once, in this order, with requests as PostHog documents them.
 */
export function expectDelivered({ posthog }: RelaySite, ids: readonly string[]) {
  expect(posthog.takenIds()).toEqual(ids);
  expect([...posthog.folded().values()]).toEqual(ids.map(() => 1));
  expect(posthog.faults).toEqual([]);
}

export const WAITING = { timeout: 20_000, interval: 2 };
