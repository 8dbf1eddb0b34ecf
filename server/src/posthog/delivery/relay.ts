import { errorFields, type Log } from '../../log.ts';
import type { Store } from '../../store/store.ts';
import { createDeliverNext, type Step } from './deliver-next.ts';
import { createSendBatch } from './send-batch.ts';

export interface RelayDeps {
  store: Pick<Store, 'takeDeliveries' | 'settleDeliveries' | 'noteDeliveryFailure'>;
  fetch: typeof fetch;
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Calls back after a delay in milliseconds; gives what cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  log: Log;
  config: {
    posthogKey: string;
    /** Origin of PostHog. */
    posthogHost: string;
    /** Origin of the site, for `$current_url`. */
    siteUrl: string;
  };
}

export interface RelayStatus {
  /**
   * `up_to_date`: nothing waits, as far as is known. `standby`: another process delivers, this one would follow it.
   * `failing`: it tries again at `nextAttemptAt`.
   */
  state: 'stopped' | 'up_to_date' | 'delivering' | 'standby' | 'failing';
  /** Why it is failing; without personal data. */
  reason: string | null;
  failingSince: number | null;
  nextAttemptAt: number | null;
}

export interface Relay {
  start(): void;
  /** There are new events: they are delivered soon, though never before a failure's time is over. */
  wake(): void;
  /** Lets the request in flight end within 3 s, then gives it up: its events are delivered after the next start. */
  stop(): Promise<void>;
  status(): RelayStatus;
}

/** Gathers what arrives together. */
const WAKE_MS = 500;
/** Looks by itself too, for events that another process recorded. */
const POLL_MS = 30_000;
/** How long after another process died this one goes on. */
const STANDBY_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const FIRST_RETRY_MISCONFIGURED_MS = 30_000;
const LAST_RETRY_MS = 300_000;
const STOP_MS = 3_000;
/** So many single events refused in a row say that PostHog refuses us, not them: the next ones come slowly. */
const SUSPICIOUS_REFUSALS = 20;

/** Delivers events from the store to PostHog, at least once, in the order of `seq`, one request at a time. */
export function createRelay(deps: RelayDeps): Relay {
  const { store, now, random, later, log } = deps;
  const deliverNext = createDeliverNext(deliveryDeps(deps));
  let state: RelayStatus['state'] = 'stopped';
  let failure: { reason: string; since: number; times: number } | null = null;
  let nextAttemptAt: number | null = null;
  let news = false;
  let running = Promise.resolve();
  let inFlight = new AbortController();
  let cancelTimer = () => {};

  function schedule(delayMs: number) {
    cancelTimer();
    nextAttemptAt = now() + delayMs;
    cancelTimer = later(() => {
      running = run();
    }, delayMs);
  }

  async function run() {
    nextAttemptAt = null;
    if (state === 'up_to_date' || state === 'standby') state = 'delivering';
    for (;;) {
      news = false;
      inFlight = new AbortController();
      const step = await attempt();
      if (isStopped()) return;
      const pauseMs = await pauseAfter(step);
      if (isStopped()) return;
      if (pauseMs > 0) return schedule(pauseMs);
    }
  }

  // Asked anew after each await, which the compiler does not see.
  const isStopped = () => state === 'stopped';

  async function attempt(): Promise<Step> {
    try {
      return await deliverNext(inFlight.signal);
    } catch (error) {
      log.error('the relay cannot read or write the database', errorFields(error));
      const reason = 'the database cannot be read or written';
      return { outcome: 'failed', reason, afterMs: null, misconfigured: false };
    }
  }

  async function pauseAfter(step: Step): Promise<number> {
    switch (step.outcome) {
      case 'again':
        return 0;
      case 'nothing':
        recover('up_to_date');
        return news ? WAKE_MS : POLL_MS;
      case 'elsewhere':
        recover('standby');
        return STANDBY_MS;
      case 'delivered':
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
    if (afterMs !== null) return Math.max(afterMs, FIRST_RETRY_MS);
    const first = misconfigured ? FIRST_RETRY_MISCONFIGURED_MS : FIRST_RETRY_MS;
    const longest = Math.min(first * 2 ** Math.min(times - 1, 30), LAST_RETRY_MS);
    return longest * (0.5 + random() / 2);
  }

  return {
    start() {
      state = 'up_to_date';
      schedule(0);
    },
    wake() {
      if (news || isStopped()) return;
      news = true;
      if (state === 'up_to_date') schedule(WAKE_MS);
    },
    async stop() {
      state = 'stopped';
      cancelTimer();
      const cancelAbort = later(() => inFlight.abort(), STOP_MS);
      await running;
      cancelAbort();
    },
    status: () => ({
      state,
      reason: failure?.reason ?? null,
      failingSince: failure?.since ?? null,
      nextAttemptAt,
    }),
  };
}

function deliveryDeps({ store, fetch, now, later, config }: RelayDeps) {
  const { posthogHost: host, posthogKey: key, siteUrl } = config;
  const send = createSendBatch({ fetch, now, later, host, key });
  return { store, send, now, recipient: new URL(host).host, siteUrl };
}
