import { backoffMs } from '#shared/retry';
import { errorFields } from '../../lib/log.ts';
import { createPoller } from '../../lib/poller.ts';
import type { World } from '../../lib/world.ts';
import type { Store } from '../../store/store.ts';
import { createDeliverNext, type Step } from './deliver-next.ts';
import { createSendBatch } from './send-batch.ts';

export interface RelayDeps extends Pick<World, 'now' | 'random' | 'later' | 'log'> {
  store: Pick<
    Store,
    'takeDeliveries' | 'settleDeliveries' | 'noteDeliveryFailure' | 'doubtOfClock'
  >;
  fetch: typeof fetch;
  config: {
    posthogKey: string;
    posthogHost: string;
    /** Origin of the site, for `$current_url`. */
    siteUrl: string;
  };
}

export interface RelayStatus {
  /**
   * `up_to_date`: nothing waits, as far as it knows, or new events are being collected. `standby`: another process
   * delivers, and this one takes over when it ends. `failing`: it retries at `nextAttemptAt`.
   */
  state: 'stopped' | 'up_to_date' | 'delivering' | 'standby' | 'failing';
  /** Why delivery is failing, without personal data. */
  reason: string | null;
  failingSince: number | null;
  nextAttemptAt: number | null;
}

export type Relay = ReturnType<typeof createRelay>;

/** Collects events that arrive together: a request takes 5 ms of CPU time, and each event in it 10 µs. */
const WAKE_MS = 500;
/** Polls too, for events that another process recorded. */
const POLL_MS = 30_000;
/** How soon this process takes over after another one died. */
const STANDBY_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const FIRST_RETRY_MISCONFIGURED_MS = 30_000;
const LAST_RETRY_MS = 300_000;
const STOP_MS = 3_000;
/**
 * When PostHog refuses this many single events in a row, it probably refuses us rather than them: the next ones are
 * sent slowly.
 */
const SUSPICIOUS_REFUSALS = 20;

/** Delivers events from the store to PostHog, at least once, in the order of `seq`, one request at a time. */
export function createRelay(deps: RelayDeps) {
  const { store, now, random, later, log } = deps;
  const { posthogHost: host, posthogKey: key, siteUrl } = deps.config;
  const send = createSendBatch({ ...deps, host, key });
  const deliverNext = createDeliverNext({ ...deps, send, recipient: new URL(host).host, siteUrl });
  let state: RelayStatus['state'] = 'stopped';
  let failure: { reason: string; since: number; times: number } | null = null;
  let nextAttemptAt: number | null = null;
  let news = false;
  const poller = createPoller({ run, later, graceMs: STOP_MS });

  function schedule(delayMs: number) {
    nextAttemptAt = now() + delayMs;
    poller.next(delayMs);
  }

  async function run(signal: AbortSignal) {
    nextAttemptAt = null;
    if (state === 'up_to_date' || state === 'standby') state = 'delivering';
    let pauseMs = 0;
    while (pauseMs === 0) {
      news = false;
      const step = await attempt(signal);
      if (poller.isStopped()) return null;
      pauseMs = await pauseAfter(step);
      if (poller.isStopped()) return null;
    }
    nextAttemptAt = now() + pauseMs;
    return pauseMs;
  }

  async function attempt(signal: AbortSignal): Promise<Step> {
    try {
      return await deliverNext(signal);
    } catch (error) {
      log.error('the relay cannot read or write the database', errorFields(error));
      const reason = 'the database cannot be read or written';
      return { outcome: 'failed', reason, afterMs: 0, misconfigured: false };
    }
  }

  async function pauseAfter(step: Step): Promise<number> {
    switch (step.outcome) {
      case 'again':
        return 0;
      case 'nothing':
        return rest();
      case 'elsewhere':
        recover('standby');
        return STANDBY_MS;
      case 'delivered':
        if (!step.more) return rest();
        recover('delivering');
        return 0;
      case 'set_aside': {
        const { seq, status } = step;
        log.warn('an event is set aside: PostHog refuses it', { seq, status });
        recover('delivering');
        return step.inARow < SUSPICIOUS_REFUSALS ? 0 : LAST_RETRY_MS;
      }
      case 'failed':
        return fail(step);
    }
  }

  function rest() {
    recover('up_to_date');
    return news ? WAKE_MS : POLL_MS;
  }

  function recover(next: 'up_to_date' | 'delivering' | 'standby') {
    if (failure) log.info('the relay works again', { failedTimes: failure.times });
    failure = null;
    state = next;
  }

  async function fail({ reason, afterMs, misconfigured }: Extract<Step, { outcome: 'failed' }>) {
    const advice = misconfigured ? '; check POSTHOG_KEY and POSTHOG_HOST' : '';
    if (misconfigured || failure?.reason !== reason) {
      log.warn(`events wait: ${reason}${advice}`);
    }
    const times = (failure?.times ?? 0) + 1;
    failure = { reason, since: failure?.since ?? now(), times };
    state = 'failing';
    // The disk may be what fails.
    await store.noteDeliveryFailure(reason + advice, now()).catch(() => {});
    if (afterMs > 0) return Math.max(afterMs, FIRST_RETRY_MS);
    const first = misconfigured ? FIRST_RETRY_MISCONFIGURED_MS : FIRST_RETRY_MS;
    return backoffMs(times, [first, LAST_RETRY_MS], random());
  }

  return {
    start() {
      state = 'up_to_date';
      schedule(0);
    },
    /** Tells it about new events. They are delivered soon, but never before the pause after a failure is over. */
    wake() {
      if (news || poller.isStopped()) return;
      news = true;
      if (state === 'up_to_date') schedule(WAKE_MS);
    },
    /** Lets the running request finish within 3 s, then aborts it. Its events are delivered after the next start. */
    async stop() {
      state = 'stopped';
      await poller.stop();
    },
    status: (): RelayStatus => ({
      state,
      reason: failure?.reason ?? null,
      failingSince: failure?.since ?? null,
      nextAttemptAt,
    }),
  };
}
