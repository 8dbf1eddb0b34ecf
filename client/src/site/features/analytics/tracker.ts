import type { EventContext, WireEvent } from '#shared/events';
import { backoffMs } from '#shared/retry';
import type { Track } from '../../ports.ts';
import { type BeaconBatch, createBeacon, type Transport } from './beacon.ts';
import {
  BATCH_CHARS,
  BATCH_EVENTS,
  BATCH_MS,
  FIRST_RETRY_MS,
  LAST_RETRY_MS,
  MAX_BATCHES,
  SESSION_IDLE_MS,
} from './tracker-limits.ts';

export interface TrackerOptions {
  consentId: string;
  newId(): string;
  context(): EventContext;
  /** The server has no grant with this id. */
  onRefused(): void;
  /** The server's settings have changed since the page was served. */
  onOutdated(): void;
}

/** Opens a tracker with some transport; ours is {@link createTracker}. */
export type OpenTracker = (options: TrackerOptions) => Tracker;

export type Tracker = ReturnType<typeof createTracker>;

/** Creates the queue of event batches. It exists only while consent is granted and recorded. */
export function createTracker(
  { consentId, newId, context, onRefused }: TrackerOptions,
  transport: Transport = createBeacon(consentId),
) {
  /** The last batch may still be open. The ones before it wait to be sent, oldest first, with unchanged ids. */
  let batches: BeaconBatch[] = [];
  let open: BeaconBatch | undefined;
  let openChars = 0;
  /** The number of batches in flight, which are the oldest ones. */
  let sending = 0;
  let disposed = false;
  /** True after a failed try, until the next one is due. */
  let backingOff = false;
  let failures = 0;
  /** The earliest time of the next try, as the server set it, in milliseconds since 1970. */
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sessionId: string;
  let lastEventAt = 0;

  const wake = (delay: number) => {
    timer ??= setTimeout(proceed, delay);
  };
  function proceed() {
    clearTimeout(timer);
    timer = undefined;
    backingOff = false;
    flush();
  }

  const track: Track = (name, properties) => {
    const at = Date.now();
    if (at - lastEventAt > SESSION_IDLE_MS) {
      sessionId = newId();
      open = undefined;
    }
    lastEventAt = at;
    const event = {
      id: newId(),
      name,
      timestamp: new Date(at).toISOString(),
      properties,
    } as WireEvent;
    const { length } = JSON.stringify(event);
    if (open && openChars + length > BATCH_CHARS) flush();
    if (!open) {
      open = { sessionId, context: context(), events: [] };
      openChars = 0;
      batches.push(open);
      // A batch in flight is kept: it may have arrived.
      if (batches.length > MAX_BATCHES) forget(batches[sending], 'full');
    }
    openChars += length;
    if (open.events.push(event) >= BATCH_EVENTS) flush();
    else wake(BATCH_MS);
  };

  /** @param loss why the batch is lost, if it is */
  function forget(batch: BeaconBatch | undefined, loss?: string | false) {
    // biome-ignore lint/suspicious/noConsole: the wire format has no field for a loss, so each loss is logged
    if (loss) console.warn(`analytics: ${batch?.events.length} dropped: ${loss}`);
    batches = batches.filter((other) => other !== batch);
  }

  /** Sends the waiting batches; with `last`, in the way that outlives the page. */
  function flush(last?: boolean) {
    // The batch that is sent may be the open one. Closing it keeps later events out of the request.
    open = undefined;
    if (!navigator.onLine) return;
    if (last) for (const batch of batches) void send(batch, last);
    else if (batches[0] && !sending && !backingOff) void send(batches[0]);
  }

  async function send(batch: BeaconBatch, last?: boolean) {
    sending += 1;
    const outcome = await transport.send(batch, last);
    sending -= 1;
    if (disposed) return;
    if (typeof outcome === 'number') return retry(outcome);
    failures = 0;
    forget(batch, outcome === 'dropped' && 'refused');
    if (outcome === 'refused') onRefused();
    else flush();
  }

  function retry(retryAfter: number) {
    clearTimeout(timer);
    timer = undefined;
    backingOff = true;
    notBefore = Date.now() + retryAfter;
    failures += 1;
    wake(retryAfter + backoffMs(failures, [FIRST_RETRY_MS, LAST_RETRY_MS], Math.random()));
  }

  return {
    track,
    flush,
    /**
     * Ends a pause after a failure and sends at once, unless the server set the pause. Called when the network or
     * the page is back.
     */
    resume() {
      if (Date.now() < notBefore) return;
      failures = 0;
      proceed();
    },
    /** Starts a new context for later events; earlier events keep theirs. */
    newContext() {
      open = undefined;
    },
    /** Forgets waiting events and aborts running requests, after a withdrawal. */
    dispose() {
      disposed = true;
      batches = [];
      transport.abort();
    },
  };
}
