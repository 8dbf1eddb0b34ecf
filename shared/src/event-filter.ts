import { TRAFFIC_FIELDS, type TrafficField } from './traffic-fields.ts';

/** Counts only events with this value; null is that of events without one. */
export interface EventFilter {
  by: TrafficField;
  value: string | null;
}

/** Returns a filter as text: `channel:search`, and `utm_source` for events without a source. */
export const formatFilter = ({ by, value }: EventFilter): string =>
  value === null ? by : `${by}:${value}`;

/** Returns the filter of a text; null if there is no such property. */
export function parseFilter(text: string): EventFilter | null {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const by = TRAFFIC_FIELDS.find((known) => known === name);
  return by === undefined ? null : { by, value: colon < 0 ? null : text.slice(colon + 1) };
}
