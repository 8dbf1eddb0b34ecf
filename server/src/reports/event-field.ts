import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { foldSpelling, isSpelled, type TrafficField } from '#shared/traffic-fields';
import { ComputedOnce } from '../lib/computed-once.ts';
import type { StoredContext } from '../store/event-context.ts';
import type { EventChunk, EventKind } from '../store/store.ts';
import type { ChunkValues } from './scan/scan-events.sql.ts';

/** A value of an event that reports break down by: of its context, or of its own properties. */
export type EventField = ContextField | { of: 'kind'; read(kind: EventKind): string | null };
interface ContextField {
  of: 'context';
  read(context: StoredContext): string | null;
}
type ChannelOf = ContextField['read'];

/** The events keep each spelling as it was sent. */
const context = (by: TrafficField, name: keyof StoredContext): ContextField => ({
  of: 'context',
  read: ({ [name]: value }) => (value && isSpelled(by) ? foldSpelling(value) || null : value),
});
const property = (name: string): EventField => ({
  of: 'kind',
  read: (kind) => readProperty(kind, name),
});
const readProperty = ({ properties }: EventKind, name: string) =>
  toText(Object.hasOwn(properties, name) ? properties[name] : null);

const VISIT_FIELDS: Record<Exclude<TrafficField, 'channel'>, ContextField> = {
  utm_source: context('utm_source', 'utmSource'),
  utm_medium: context('utm_medium', 'utmMedium'),
  utm_campaign: context('utm_campaign', 'utmCampaign'),
  utm_content: context('utm_content', 'utmContent'),
  path: context('path', 'path'),
  viewport: context('viewport', 'viewport'),
  referrer_host: context('referrer_host', 'referrerHost'),
  language: context('language', 'language'),
};
export const EVENT_FIELDS: Record<Exclude<FunnelBreakdown, 'channel'>, EventField> = {
  ...VISIT_FIELDS,
  form_type: property('form_type'),
  event_label: property('event_label'),
  click_location: property('click_location'),
  button_name: property('button_name'),
};

export const fieldOf = (name: FunnelBreakdown, channelOf: ChannelOf): EventField =>
  name === 'channel' ? { of: 'context', read: channelOf } : EVENT_FIELDS[name];

/** Two values as one text, so that pairs are counted like single values. */
type Pair = [first: string | null, second: string | null];
const joinPair = (...pair: Pair): string => JSON.stringify(pair);
export const splitPair = (text: string | null): Pair => JSON.parse(text ?? '[null, null]') as Pair;

const visitFieldOf = (name: TrafficField, channelOf: ChannelOf): ContextField['read'] =>
  name === 'channel' ? channelOf : VISIT_FIELDS[name].read;

/** Returns a field whose values are pairs. */
export function pairOf(by: TrafficField, secondBy: TrafficField, channelOf: ChannelOf): EventField {
  const [first, second] = [visitFieldOf(by, channelOf), visitFieldOf(secondBy, channelOf)];
  return { of: 'context', read: (context) => joinPair(first(context), second(context)) };
}

/** The name and the place of a pressed button, as a pair. */
export const BUTTON = {
  of: 'kind',
  read: (kind: EventKind) =>
    kind.name === 'button_click'
      ? joinPair(readProperty(kind, 'button_name'), readProperty(kind, 'click_location'))
      : null,
} satisfies EventField;

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

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
