import { z } from 'zod';
import { limitedText } from './limited-text.ts';
import { isStorableText } from './text.ts';
import { TRAFFIC_FIELDS, type TrafficField } from './traffic-fields.ts';

/** Counts only events with this value; null is that of events without one. */
export interface EventFilter {
  by: TrafficField;
  value: string | null;
}

const MAX_FILTERS = 8;

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

const filterSchema = limitedText(300)
  .refine(isStorableText, 'has characters that no database can hold')
  .transform((text, context) => {
    const filter = parseFilter(text);
    if (filter !== null) return filter;
    const message = `expected PROPERTY:VALUE, or PROPERTY for events without it, with one of ${TRAFFIC_FIELDS.join(', ')}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Filters of a report: none, one, or several, which must all pass. */
export const filtersSchema = z
  .union([filterSchema.transform((one) => [one]), z.array(filterSchema).max(MAX_FILTERS)])
  .default([]);
