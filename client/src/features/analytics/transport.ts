import type { Envelope, EventContext, WireEvent } from '#shared/events';

/** Events that share a context, as one request carries them. */
export interface Batch {
  sessionId: string;
  context: EventContext;
  events: WireEvent[];
}

/** `taken` is on the server's disk; `refused` needs consent anew; `dropped` would never be taken. */
export type SendOutcome = 'taken' | 'retry' | 'refused' | 'dropped';

/** How batches leave the page; `beacon` is one, posthog-js can be another. */
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
  const body = (batch: Batch) =>
    JSON.stringify({
      consentId,
      sentAt: new Date(now()).toISOString(),
      ...batch,
    } satisfies Envelope);
  return {
    async send(batch) {
      try {
        const { signal } = aborter;
        const options = { method: 'POST', body: body(batch), keepalive: true, signal };
        const { status } = await fetch(URL, options);
        if (status === 200) return 'taken';
        if (status === 403) return 'refused';
        return status >= 500 || status === 408 || status === 429 ? 'retry' : 'dropped';
      } catch {
        return 'retry';
      }
    },
    sendLast: (batch) => navigator.sendBeacon(URL, body(batch)),
    abort: () => aborter.abort(),
  };
}
