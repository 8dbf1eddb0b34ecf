import type { Envelope, EventContext, WireEvent } from '#shared/events';
import { retryAfterMs } from '#shared/retry';

/** The events of one request. They share a context. */
export interface BeaconBatch {
  sessionId: string;
  context: EventContext;
  events: WireEvent[];
}

/**
 * `taken`: the batch is on the server's disk. `refused`: consent is missing and must be asked for again. `dropped`: the
 * server would never take the batch. A number: send the same batch again after at least this many milliseconds.
 */
export type BeaconOutcome = 'taken' | 'refused' | 'dropped' | number;

/** Sends batches from the page. */
export interface Transport {
  /** @param last true if the page may close before the answer comes */
  send(batch: BeaconBatch, last?: boolean): Promise<BeaconOutcome>;
  /** Aborts running requests after a withdrawal. */
  abort(): void;
}

const URL = '/api/events';

/** Returns our own transport: `POST /api/events`, to this origin only. */
export function createBeacon(consentId: string): Transport {
  const aborter = new AbortController();
  let keepalive = true;
  /** The batch in a keepalive request, which the browser continues after the page closes; else false. */
  let surviving: BeaconBatch | false | undefined;
  const body = (batch: BeaconBatch) =>
    JSON.stringify({
      consentId,
      sentAt: new Date().toISOString(),
      ...batch,
    } satisfies Envelope);
  return {
    async send(batch, last) {
      if (last) {
        if (batch === surviving) return 0;
        // Firefox before version 133. Content blockers stop beacons to this path, and no other requests.
        if (!('keepalive' in Request.prototype))
          return navigator.sendBeacon(URL, body(batch)) ? 'taken' : 0;
        keepalive = true;
      }
      surviving = keepalive && batch;
      try {
        const answer = await fetch(URL, {
          method: 'POST',
          body: body(batch),
          keepalive,
          signal: aborter.signal,
        });
        const { status, headers } = answer;
        keepalive = true;
        if (status === 200) return 'taken';
        if (status === 403 && (await answer.text()).includes('consent_required')) return 'refused';
        // Any other 403 comes from a proxy, or from a server that has not learned the site's host yet.
        // A pattern reads a number as text.
        const isPassing = /^5|403|408|429/.test(status as unknown as string);
        // A date is compared with the server's own clock: the visitor's may be wrong by days.
        return isPassing
          ? retryAfterMs(
              headers.get('Retry-After'),
              Date.parse(headers.get('Date') as string) || Date.now(),
            )
          : 'dropped';
      } catch {
        // All keepalive requests of a page share 64 KiB (Fetch, "HTTP-network-or-cache fetch"). Once
        // that is used up, a request fails like a broken network, so the next try is a plain request.
        keepalive = !keepalive;
        return 0;
      } finally {
        surviving = false;
      }
    },
    abort: () => aborter.abort(),
  };
}
