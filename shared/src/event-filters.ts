import { z } from 'zod';
import { parseFilter } from './event-filter.ts';
import { limitedText } from './limited-text.ts';
import { isStorableText } from './text.ts';
import { TRAFFIC_FIELDS } from './traffic-fields.ts';

const MAX_FILTERS = 8;

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
  .default([])
  .describe(
    'Counts only events with a value, like `channel:search`, or without one, like `utm_source`. Repeat it for more conditions.',
  );
