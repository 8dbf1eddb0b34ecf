import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Delivery, Settlement } from '../../store/store.ts';
import { toPosthogEvent } from './posthog-event.ts';

/** The events of one request, and the progress that it settles when it succeeds. */
export interface Batch {
  /** Each event as JSON, in order. */
  events: string[];
  /** The `seq` of the last event; null without events. */
  lastEventSeq: number | null;
  /** How many deliveries it covers: events, and the skipped ones before and between them. */
  length: number;
  through: number;
  skipped: Settlement['skipped'];
}

/** How many events are composed at a time, which takes about a millisecond. Requests run in between. */
const SLICE = 100;

/** Takes as many deliveries as fit into one request of about `maxBytes` of JSON; at least one event. */
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
