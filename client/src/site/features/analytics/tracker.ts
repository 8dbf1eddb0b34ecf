import type { EventContext, WireEvent } from '#shared/events';
import type { Track } from '../../ports.ts';
import type { Batch, Transport } from './beacon.ts';

export interface TrackerOptions {
  consentId: string;
  now(): number;
  newId(): string;
  context(): EventContext;
  /** The server knows no such grant. */
  onRefused(): void;
  /** The server's settings have changed since the page was served. */
  onOutdated(): void;
}

/** Opens a tracker of some transport; ours is {@link createTracker} with a beacon. */
export type OpenTracker = (options: TrackerOptions) => Tracker;

export interface TrackerDeps extends Omit<TrackerOptions, 'consentId' | 'onOutdated'> {
  transport: Transport;
  isOnline(): boolean;
}

export interface Tracker {
  track: Track;
  /** Sends what waits; with `last`, in the way that outlives the page. */
  flush(last?: boolean): void;
  /** The network or the page is back: sends at once what a failure has put off, unless the server set the time. */
  resume(): void;
  /** What follows happened elsewhere: earlier events keep the context they had. */
  newContext(): void;
  /** Consent is gone: forgets what waits and ends what is under way. */
  dispose(): void;
}

const BATCH_EVENTS = 20;
/** Of JSON. At most 48 KB in UTF-8, so that a batch fits into the 64 KiB of a beacon. */
const BATCH_CHARS = 16_000;
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
  let openChars = 0;
  let sending = false;
  let disposed = false;
  /** A try has failed and the next one is not due. */
  let backingOff = false;
  let retryMs = BATCH_MS;
  /** The server's word: not before this time. */
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sessionId = '';
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
    const at = now();
    if (!sessionId || at - lastEventAt > SESSION_IDLE_MS) {
      sessionId = newId();
      open = undefined;
    }
    lastEventAt = at;
    const timestamp = new Date(at).toISOString();
    const event = { id: newId(), name, timestamp, properties } as WireEvent;
    const { length } = JSON.stringify(event);
    if (open && openChars + length > BATCH_CHARS) flush();
    if (!open) {
      open = { sessionId, context: deps.context(), events: [] };
      openChars = 0;
      batches.push(open);
      // The one under way is not taken back: it may have arrived.
      if (batches.length > MAX_BATCHES) drop(batches[+sending], 'too many wait');
    }
    openChars += length;
    if (open.events.push(event) >= BATCH_EVENTS) flush();
    else wake(BATCH_MS);
  };

  function drop(batch: Batch | undefined, why: string) {
    // biome-ignore lint/suspicious/noConsole: the wire has no field for a loss, and none goes unsaid
    console.warn(`analytics: ${batch?.events.length} event(s) dropped, ${why}`);
    forget(batch);
  }
  function forget(batch: Batch | undefined) {
    batches = batches.filter((other) => other !== batch);
  }

  function flush(last?: boolean) {
    open = undefined;
    if (!deps.isOnline()) return;
    if (last) batches = batches.filter((batch) => !transport.sendLast(batch));
    else void drain();
  }

  async function drain() {
    const [batch] = batches;
    if (sending || backingOff || !batch) return;
    // It may be the open one, after the batch before it: what comes from now on is not in this request.
    if (batch === open) open = undefined;
    sending = true;
    const outcome = await transport.send(batch);
    sending = false;
    if (disposed) return;
    if (typeof outcome === 'number') return retry(outcome);
    retryMs = BATCH_MS;
    if (outcome === 'dropped') drop(batch, 'the server refused them');
    else forget(batch);
    if (outcome === 'refused') deps.onRefused();
    else void drain();
  }

  function retry(retryAfter: number) {
    clearTimeout(timer);
    timer = undefined;
    backingOff = true;
    notBefore = now() + retryAfter;
    wake(Math.max(retryAfter, retryMs) + retryMs * Math.random());
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  return {
    track,
    flush,
    resume() {
      if (now() < notBefore) return;
      retryMs = BATCH_MS;
      proceed();
    },
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
