import type { Envelope, EventContext, WireEvent } from '#shared/events';
import { retryAfterMs } from './retry-after.ts';

/** Events that share a context, as one request carries them. */
export interface Batch {
  sessionId: string;
  context: EventContext;
  events: WireEvent[];
}

/**
 * `taken` is on the server's disk; `refused` needs consent anew; `dropped` would never be taken; a
 * number asks for the same batch again, after so many milliseconds at the earliest.
 */
export type SendOutcome = 'taken' | 'refused' | 'dropped' | number;

/** How batches leave the page. */
export interface Transport {
  send(batch: Batch): Promise<SendOutcome>;
  /** The page may end: hands the batch to the browser without waiting; false if it would not take it. */
  sendLast(batch: Batch): boolean;
  /** Ends requests under way: consent is withdrawn. */
  abort(): void;
}

export interface BeaconOptions {
  consentId: string;
  now(): number;
}

const URL = '/api/events';

/** Our own transport: `POST /api/events`, to this origin only. */
export function createBeacon({ consentId, now }: BeaconOptions): Transport {
  const aborter = new AbortController();
  let keepalive = true;
  /** The browser carries it on when the page ends. */
  let surviving: Batch | false = false;
  const body = (batch: Batch) =>
    JSON.stringify({
      consentId,
      sentAt: new Date(now()).toISOString(),
      ...batch,
    } satisfies Envelope);
  return {
    async send(batch) {
      surviving = keepalive && batch;
      try {
        const { signal } = aborter;
        const options = { method: 'POST', body: body(batch), keepalive, signal };
        const answer = await fetch(URL, options);
        const { status, headers } = answer;
        keepalive = true;
        if (status === 200) return 'taken';
        if (status === 403 && (await answer.text()).includes('consent_required')) return 'refused';
        // Any other 403 comes from a proxy, or from a server that does not know the site's host yet.
        const isPassing = status >= 500 || status === 403 || status === 408 || status === 429;
        return isPassing ? retryAfterMs(headers, now()) : 'dropped';
      } catch {
        // The 64 KiB that all keepalive requests of a page share may be used up (Fetch, "HTTP-network-
        // or-cache fetch"), which looks like a broken network: the next try is a plain request.
        keepalive = !keepalive;
        return 0;
      } finally {
        surviving = false;
      }
    },
    sendLast: (batch) => batch !== surviving && navigator.sendBeacon(URL, body(batch)),
    abort: () => aborter.abort(),
  };
}
