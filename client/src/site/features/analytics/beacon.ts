import type { Envelope, EventContext, WireEvent } from '#shared/events';
import { retryAfterMs } from './retry-after.ts';

/** The events of one request. They share a context. */
export interface Batch {
  sessionId: string;
  context: EventContext;
  events: WireEvent[];
}

/**
 * `taken`: the batch is on the server's disk. `refused`: consent is missing and must be asked for again.
 * `dropped`: the server would never take the batch. A number: send the same batch again after at least
 * this many milliseconds.
 */
export type SendOutcome = 'taken' | 'refused' | 'dropped' | number;

/** Sends batches from the page. */
export interface Transport {
  send(batch: Batch): Promise<SendOutcome>;
  /**
   * Hands the batch to the browser without waiting, because the page may close. Returns false if the
   * browser refuses it.
   */
  sendLast(batch: Batch): boolean;
  /** Aborts running requests after a withdrawal. */
  abort(): void;
}

export interface BeaconOptions {
  consentId: string;
  now(): number;
}

const URL = '/api/events';

/** Returns our own transport: `POST /api/events`, to this origin only. */
export function createBeacon({ consentId, now }: BeaconOptions): Transport {
  const aborter = new AbortController();
  let keepalive = true;
  /** The batch in a keepalive request, which the browser continues after the page closes; else false. */
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
        const answer = await fetch(URL, { method: 'POST', body: body(batch), keepalive, signal });
        const { status, headers } = answer;
        keepalive = true;
        if (status === 200) return 'taken';
        if (status === 403 && (await answer.text()).includes('consent_required')) return 'refused';
        // Any other 403 comes from a proxy, or from a server that has not learned the site's host yet.
        const isPassing = status >= 500 || status === 403 || status === 408 || status === 429;
        return isPassing ? retryAfterMs(headers, now()) : 'dropped';
      } catch {
        // All keepalive requests of a page share 64 KiB (Fetch, "HTTP-network-or-cache fetch"). Once
        // that is used up, a request fails like a broken network, so the next try is a plain request.
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
