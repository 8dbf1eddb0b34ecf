import type { EventContext, WireEvent } from '#shared/events';
import type { Track } from '../../ports.ts';
import type { Batch, Transport } from './transport.ts';

export interface TrackerDeps {
  transport: Transport;
  now(): number;
  newId(): string;
  context(): EventContext;
  /** The server knows no such grant. */
  onRefused(): void;
}

export interface Tracker {
  track: Track;
  /** Sends what waits; with `last`, in the way that outlives the page. */
  flush(last?: boolean): void;
  /** What follows happened elsewhere: earlier events keep the context they had. */
  newContext(): void;
  /** Consent is gone: forgets what waits and ends what is under way. */
  dispose(): void;
}

const BATCH_EVENTS = 20;
const BATCH_MS = 2_000;
const MAX_BATCHES = 50;
const SESSION_IDLE_MS = 30 * 60_000;
const LAST_RETRY_MS = 300_000;

/** Queue and batches. Lives only while consent is granted and recorded. */
export function createTracker(deps: TrackerDeps): Tracker {
  const { transport, now, newId } = deps;
  /** The last one is open; the ones before it wait to be sent, oldest first, ids unchanged. */
  let batches: Batch[] = [];
  let open: Batch | undefined;
  let sending = false;
  let disposed = false;
  let retryMs = BATCH_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sessionId = '';
  let lastEventAt = 0;

  const wake = (delay: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, delay);
  };

  const track: Track = (name, properties) => {
    const at = now();
    if (!sessionId || at - lastEventAt > SESSION_IDLE_MS) {
      sessionId = newId();
      open = undefined;
    }
    lastEventAt = at;
    if (!open) {
      open = { sessionId, context: deps.context(), events: [] };
      batches.push(open);
      if (batches.length > MAX_BATCHES) batches.shift();
    }
    const timestamp = new Date(at).toISOString();
    open.events.push({ id: newId(), name, timestamp, properties } as WireEvent);
    if (open.events.length >= BATCH_EVENTS) flush();
    else wake(BATCH_MS);
  };

  function flush(last?: boolean) {
    open = undefined;
    if (last) batches = batches.filter((batch) => !transport.sendLast(batch));
    else void drain();
  }

  async function drain() {
    const batch = batches[0];
    if (sending || !batch) return;
    sending = true;
    const outcome = await transport.send(batch);
    sending = false;
    if (disposed) return;
    if (outcome === 'retry') {
      wake(retryMs * (1 + Math.random()));
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      return;
    }
    retryMs = BATCH_MS;
    batches = batches.filter((other) => other !== batch);
    if (outcome === 'refused') deps.onRefused();
    else void drain();
  }

  return {
    track,
    flush,
    newContext() {
      open = undefined;
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
      batches = [];
      open = undefined;
      transport.abort();
    },
  };
}
