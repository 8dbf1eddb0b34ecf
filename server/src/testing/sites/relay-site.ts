import { expect, onTestFinished } from 'vitest';
import { createRelay, type Relay, type RelayDeps } from '../../posthog/delivery/relay.ts';
import { batch, grant, JANE, scroll, text } from '../../store/testing/store-contract-data.ts';
import { openPosthogStandIn } from '../programs/posthog-stand-in.ts';
import { NOON } from '../test-app.ts';
import { openOutbox, soon } from './outbox-site.ts';

export const WAITING = { timeout: 20_000, interval: 2 };

interface RelayChange extends Partial<Omit<RelayDeps, 'config'>> {
  config?: Partial<RelayDeps['config']>;
}

/** Opens a store with Jane's grant to a text that names the stand-in, and relays between the two on a manual clock. */
export async function openRelaySite() {
  const posthog = await openPosthogStandIn();
  const { store, clock, sending, lines } = await openOutbox(NOON);
  const site = { posthogKey: posthog.apiKey, posthogHost: posthog.url, siteUrl: 'https://a.test' };

  /** Begins a relay as if in another process, on the same store. */
  const beginRelay = ({ config, ...change }: RelayChange = {}) => {
    const deps = { ...sending, fetch, random: () => 0, ...change };
    const relay = createRelay({ ...deps, config: { ...site, ...config } });
    onTestFinished(() => relay.stop());
    relay.start();
    return relay;
  };
  /** Lets time pass, until the relay has nothing to do before its next timer. */
  const advance = async (relay: Relay, ms: number) => {
    clock.advance(ms);
    await soon(() => expect(relay.status().nextAttemptAt).not.toBeNull());
  };
  /** Begins a relay and waits until it has nothing more to do. */
  const startRelay = async (change?: RelayChange) => {
    const relay = beginRelay(change);
    await advance(relay, 0);
    return relay;
  };
  const pauseOf = (relay: Relay) => (relay.status().nextAttemptAt ?? 0) - clock.now();

  const decide = (consentId: string, analytics: boolean) =>
    store.recordDecision(
      grant({ consentId, analytics, decidedAt: clock.now(), recordedAt: clock.now() }),
    );

  /** Stores that many events and returns their ids, in order. */
  const record = async (count: number, consentId = JANE, properties: object = {}) => {
    const events = Array.from({ length: count }, (_, index) => ({
      ...scroll(25, clock.now() - index),
      properties: { percent_scrolled: 25, ...properties },
    }));
    const recorded = await store.recordEvents(
      batch({ consentId, receivedAt: clock.now(), events }),
    );
    expect(recorded).toMatchObject({ outcome: 'recorded', accepted: count });
    return events.map(({ id }) => id);
  };

  /** Expects that each of these events was accepted exactly once, in this order, with requests as PostHog documents them. */
  const expectDelivered = (ids: readonly string[]) => {
    expect(posthog.takenIds()).toEqual(ids);
    expect([...posthog.folded().values()]).toEqual(ids.map(() => 1));
    expect(posthog.faults).toEqual([]);
  };

  await store.publishConsentTexts([{ ...text(), recipient: posthog.host }]);
  await decide(JANE, true);
  const relays = { beginRelay, startRelay, advance, pauseOf };
  return { posthog, store, clock, lines, ...relays, decide, record, expectDelivered };
}
