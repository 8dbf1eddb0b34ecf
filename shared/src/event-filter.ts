import { foldSpelling, isSpelled, TRAFFIC_FIELDS, type TrafficField } from './traffic-fields.ts';

/** Counts only events with this value; null is that of events without one. */
export interface EventFilter {
  by: TrafficField;
  value: string | null;
}

/** Returns a filter as text: `channel:search`, and `utm_source` for events without a source. */
export const formatFilter = ({ by, value }: EventFilter): string =>
  value === null ? by : `${by}:${value}`;

/** Returns the filter of a text, with its value as reports have it; null if there is no such property. */
export function parseFilter(text: string): EventFilter | null {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const by = TRAFFIC_FIELDS.find((known) => known === name);
  if (by === undefined) return null;
  if (colon < 0) return { by, value: null };
  const value = text.slice(colon + 1);
  return { by, value: isSpelled(by) ? foldSpelling(value) : value };
}
