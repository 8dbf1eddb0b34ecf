import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Delivery, Settlement } from '../../store/store.ts';
import { toPosthogEvent } from './posthog-event.ts';

/** What is sent with one request, and what it settles when it succeeds. */
export interface Batch {
  /** Each event as JSON, in order. */
  events: string[];
  /** The `seq` of the last event; null when there is none. */
  lastEventSeq: number | null;
  /** How many of what was taken it deals with: events and what is passed over before and between them. */
  length: number;
  through: number;
  skipped: Settlement['skipped'];
}

/** So many are composed in one turn of the event loop, about a millisecond: requests come in between. */
const SLICE = 100;

/** As much of what was taken as fits into one request of about `maxBytes` of JSON; at least one event. */
export async function composeBatch(
  deliveries: readonly Delivery[],
  { siteUrl, maxBytes }: { siteUrl: string; maxBytes: number },
): Promise<Batch> {
  const batch: Batch = { events: [], lastEventSeq: null, length: 0, through: 0, skipped: {} };
  const { origin, host } = new URL(siteUrl);
  const site = { origin, host };
  let bytes = 0;
  for (const [index, delivery] of deliveries.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn();
    if (delivery.outcome === 'deliver') {
      const json = JSON.stringify(toPosthogEvent(delivery.event, site));
      bytes += Buffer.byteLength(json);
      if (bytes > maxBytes && batch.events.length > 0) break;
      batch.events.push(json);
      batch.lastEventSeq = delivery.seq;
    } else {
      batch.skipped[delivery.outcome] = (batch.skipped[delivery.outcome] ?? 0) + 1;
    }
    batch.length += 1;
    batch.through = delivery.seq;
  }
  return batch;
}
