import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { foldSpelling, isSpelled, type TrafficField } from '#shared/traffic-fields';
import { ComputedOnce } from '../lib/computed-once.ts';
import type { StoredContext } from '../store/event-context.ts';
import type { EventChunk, EventKind } from '../store/store.ts';
import type { ChunkValues } from './scan/scan-events.sql.ts';

/** A value of an event that reports break down by: of its context, or of its own properties. */
export type EventField =
  | { of: 'context'; read(context: StoredContext): string | null }
  | { of: 'kind'; read(kind: EventKind): string | null };

/** The events keep each spelling as it was sent. */
const context = (by: TrafficField, name: keyof StoredContext): EventField => ({
  of: 'context',
  read: ({ [name]: value }) => (value && isSpelled(by) ? foldSpelling(value) || null : value),
});
const property = (name: string): EventField => ({
  of: 'kind',
  read: ({ properties }) => toText(Object.hasOwn(properties, name) ? properties[name] : null),
});

export const EVENT_FIELDS: Record<Exclude<FunnelBreakdown, 'channel'>, EventField> = {
  utm_source: context('utm_source', 'utmSource'),
  utm_medium: context('utm_medium', 'utmMedium'),
  utm_campaign: context('utm_campaign', 'utmCampaign'),
  utm_content: context('utm_content', 'utmContent'),
  viewport: context('viewport', 'viewport'),
  referrer_host: context('referrer_host', 'referrerHost'),
  language: context('language', 'language'),
  form_type: property('form_type'),
  event_label: property('event_label'),
  click_location: property('click_location'),
};

export const fieldOf = (
  name: FunnelBreakdown,
  channelOf: (context: StoredContext) => string | null,
): EventField => (name === 'channel' ? { of: 'context', read: channelOf } : EVENT_FIELDS[name]);

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a function that reads a field of a chunk. */
export function readField(field: EventField): (chunk: EventChunk) => ChunkValues {
  if (field.of === 'context') {
    const known = new ComputedOnce(field.read);
    return (chunk) => ({ of: 'context', values: known.ofAll(chunk.contextTable()) });
  }
  const known = new ComputedOnce(field.read);
  return ({ kindTable }) => ({ of: 'kind', values: known.ofAll(kindTable) });
}

/** For each event, the place of its value. */
export type Places = Uint8Array | Uint16Array;
export const placesOf = (chunk: EventChunk, { of }: ChunkValues): Places =>
  of === 'kind' ? chunk.kinds : chunk.contexts();
