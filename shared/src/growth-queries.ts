import { z } from 'zod';
import { filtersSchema } from './event-filters.ts';
import { SIGNUP_TYPES } from './event-values.ts';
import { limitedText, uuidSchema } from './limited-text.ts';
import { APPLICATION_STATES } from './list-values.ts';
import { reportRangeShape, toReportRange } from './report-range.ts';
import { isStorableText } from './text.ts';
import { TRAFFIC_FIELDS } from './traffic-fields.ts';

/** A report about events, which filters can narrow. */
const eventReportShape = { ...reportRangeShape, filter: filtersSchema };

/** The query of `forms` and `behaviour`. */
export const eventsQuerySchema = z
  .strictObject(eventReportShape)
  .transform(({ filter: filters, ...range }, context) => ({
    ...toReportRange(range, context),
    filters,
  }));
export type EventsQuery = z.infer<typeof eventsQuerySchema>;

/** One field, or two with a comma between them. */
const bySchema = limitedText(100)
  .describe(`One of ${TRAFFIC_FIELDS.join(', ')}, or two with a comma between them.`)
  .transform((text, context) => {
    const names = text.split(',');
    const [by, secondBy] = names.map((name) => TRAFFIC_FIELDS.find((known) => known === name));
    const isKnown = names.length === 1 || (names.length === 2 && secondBy && secondBy !== by);
    if (by && isKnown) return { by, secondBy };
    const message = `expected one of ${TRAFFIC_FIELDS.join(', ')}, or two with a comma between them`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export const trafficQuerySchema = z
  .strictObject({
    ...eventReportShape,
    by: bySchema.default({ by: 'channel', secondBy: undefined }),
  })
  .transform(({ by, filter: filters, ...range }, context) => ({
    ...toReportRange(range, context),
    ...by,
    filters,
  }));
export type TrafficQuery = z.infer<typeof trafficQuerySchema>;

/**
 * What became of the message that asks for a signup's confirmation. `refused`: the latest one was set aside, because a
 * server refused it for good, or could not be reached for two days.
 */
export const CONFIRMATIONS = ['confirmed', 'waiting', 'refused'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

export const SIGNUPS_PER_PAGE = 50;
const signupFilter = {
  search: limitedText(200)
    .trim()
    .refine(isStorableText, 'has characters that no database can hold')
    .default(''),
  type: z.enum(SIGNUP_TYPES).nullable().default(null),
  confirmation: z.enum(CONFIRMATIONS).nullable().default(null),
  state: z
    .enum(APPLICATION_STATES)
    .nullable()
    .default(null)
    .describe('Of applications for the beta.'),
};
export const signupFilterSchema = z.strictObject(signupFilter);
export type SignupFilter = z.infer<typeof signupFilterSchema>;
export const signupsQuerySchema = z.strictObject({
  ...signupFilter,
  id: uuidSchema
    .nullable()
    .default(null)
    .describe('One signup, if the filter does not leave it out.'),
  page: limitedText(6)
    .regex(/^[1-9]\d{0,5}$/, 'expected a whole number from 1')
    .transform(Number)
    .default(1),
});
export type SignupsQuery = z.infer<typeof signupsQuerySchema>;

const DELIVERY_STATES = ['bounced', 'complained', 'fine'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
const ofDelivery = { state: z.enum(DELIVERY_STATES) };

/** The body of `POST /growth/api/deliveries`. A `Message-ID` is a header of at most 998 signs (RFC 5322). */
export const deliverySchema = z.union(
  [
    z.strictObject({ ...ofDelivery, email: limitedText(500).includes('@').refine(isStorableText) }),
    z.strictObject({ ...ofDelivery, messageId: limitedText(998).min(1) }),
  ],
  `expected either email or messageId, and state: ${DELIVERY_STATES.join(', ')}`,
);
