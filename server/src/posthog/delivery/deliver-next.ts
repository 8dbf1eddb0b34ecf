import type { World } from '../../lib/world.ts';
import type { Settlement, Store } from '../../store/store.ts';
import { composeBatch } from './compose-batch.ts';
import type { createSendBatch } from './send-batch.ts';

export interface DeliverNextDeps extends Pick<World, 'now'> {
  store: Pick<Store, 'takeDeliveries' | 'settleDeliveries' | 'doubtOfClock'>;
  send: ReturnType<typeof createSendBatch>;
  /** The host that receives the events. */
  recipient: string;
  /** Origin of the site, for `$current_url`. */
  siteUrl: string;
}

export type Step =
  /** No more events wait. */
  | { outcome: 'nothing' }
  /** Another process delivers. */
  | { outcome: 'elsewhere' }
  /** Progress was made, but PostHog said nothing about single events. */
  | { outcome: 'again' }
  /** `more`: others wait already. */
  | { outcome: 'delivered'; more: boolean }
  /** One event was refused although it was sent alone. */
  | { outcome: 'set_aside'; seq: number; status: number; inARow: number }
  /** `afterMs` is the pause that PostHog asked for, or 0. */
  | { outcome: 'failed'; reason: string; afterMs: number; misconfigured: boolean };

/** PostHog accepts 20 MB. A smaller batch means a smaller repetition after a crash. */
const MAX_EVENTS = 500;
const MAX_BYTES = 1_000_000;
const CLOCK_DOUBTED = {
  outcome: 'failed',
  reason: 'the clock is not believed: npm run doctor says why',
  afterMs: 0,
  misconfigured: false,
} as const;

/**
 * Delivers one batch per call and stores the progress. Each attempt reads its events from the store again, so that consent is checked each time. A refused batch is halved
 * until the bad event is alone; the size doubles again with each success.
 *
 * @throws what the store throws; the next call continues where this one stopped
 */
export function createDeliverNext(deps: DeliverNextDeps) {
  const { store, send, now, recipient, siteUrl } = deps;
  let limit = MAX_EVENTS;
  let setAsideInARow = 0;
  /** Answered by PostHog but not yet stored. This process never sends these events again. */
  let unsettled: Settlement | null = null;

  async function settle(settlement: Settlement | null = unsettled) {
    unsettled = settlement;
    if (unsettled) await store.settleDeliveries(unsettled);
    unsettled = null;
  }

  /** @param signal aborts the request */
  return async (signal: AbortSignal): Promise<Step> => {
    await settle();
    const rule = { recipient, now: now() };
    // An event that is passed over because its consent has expired is never delivered.
    if ((await store.doubtOfClock(rule.now)) !== null) return CLOCK_DOUBTED;
    const deliveries = await store.takeDeliveries(limit, rule);
    if (deliveries === 'elsewhere') return { outcome: 'elsewhere' };
    if (deliveries.length === 0) return { outcome: 'nothing' };
    const batch = await composeBatch(deliveries, { siteUrl, maxBytes: MAX_BYTES });
    const { events, through, skipped, lastEventSeq } = batch;
    const more = batch.length < deliveries.length || deliveries.length === limit;
    const settled = (change: Partial<Settlement>) =>
      settle({ through, skipped, delivered: 0, setAside: null, at: now(), ...change });

    if (lastEventSeq === null) {
      await settled({});
      return { outcome: more ? 'again' : 'nothing' };
    }
    const answer = await send(events, signal);
    switch (answer.outcome) {
      case 'delivered':
        limit = Math.min(limit * 2, MAX_EVENTS);
        setAsideInARow = 0;
        await settled({ delivered: events.length });
        return { ...answer, more };
      case 'refused': {
        if (events.length > 1) {
          limit = Math.floor(batch.length / 2);
          return { outcome: 'again' };
        }
        limit = Math.min(limit * 2, MAX_EVENTS);
        setAsideInARow += 1;
        const { status, reason } = answer;
        await settled({ setAside: { seq: lastEventSeq, reason } });
        return { outcome: 'set_aside', seq: lastEventSeq, status, inARow: setAsideInARow };
      }
      case 'retry':
        return { ...answer, outcome: 'failed', misconfigured: false };
      case 'misconfigured':
        return { ...answer, outcome: 'failed', misconfigured: true, afterMs: 0 };
    }
  };
}
