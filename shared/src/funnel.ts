import { z } from 'zod';
import { filtersSchema } from './event-filters.ts';
import { canBreakDown, FUNNEL_BREAKDOWNS } from './funnel-breakdowns.ts';
import { DAY_SECONDS, DEFAULT_WINDOW_DAYS, MAX_FUNNEL_STEPS } from './funnel-limits.ts';
import { isoTimeSchema, limitedText } from './limited-text.ts';
import { zoneSchema } from './report-range.ts';
import { isStorableText } from './text.ts';
import { UNITS } from './time-buckets.ts';
import { openRangeShape, toRange } from './time-range.ts';
import { TRAFFIC_FIELDS } from './traffic-fields.ts';

export const FUNNEL_ORDERS = ['ordered', 'strict', 'unordered'] as const;

const MAX_FUNNEL_EXCLUSIONS = 10;
export const BREAKDOWN_RULE = `expected what everybody in the funnel has: a value of the visit (${TRAFFIC_FIELDS.join(', ')}), or a property of the first step’s event that no step asks for`;

const text = limitedText(200).min(1).refine(isStorableText, 'has characters no database holds');
const propertyName = text.regex(/^[^"\\]+$/, 'expected a name without quotes and backslashes');
const value = z.union([text, z.number(), z.boolean()], 'expected text, a number, true or false');
const properties = z.record(propertyName, value);

const stepSchema = z.strictObject({
  event: text.nullable().describe('Null matches any event.'),
  /** Each property must be present and equal as text: 25 equals "25", as in PostHog. */
  properties: properties.default({}),
  sameEvent: z
    .literal(true)
    .optional()
    .describe(
      'The event that took the step before may take this one too. PostHog has no such step: there, each event takes one.',
    ),
});
const exclusionSchema = z.strictObject({
  event: text,
  properties: properties.default({}),
  fromStep: z
    .int()
    .min(0)
    .describe('Counted from 0. A person who did this between the two steps drops out.'),
  toStep: z.int().min(1),
});

/**
 * The question that a funnel answers: `--query` of the command and the console's URL share this shape. Unknown keys are
 * dropped.
 */
export const funnelQuerySchema = z
  .object({
    order: z.enum(FUNNEL_ORDERS).default('ordered'),
    windowSeconds: z
      .number()
      .positive()
      .max(1e10)
      .default(DEFAULT_WINDOW_DAYS * DAY_SECONDS)
      .describe('The longest time from the first step to the last, inclusive.'),
    steps: z.array(stepSchema).min(1).max(MAX_FUNNEL_STEPS),
    exclusions: z.array(exclusionSchema).max(MAX_FUNNEL_EXCLUSIONS).default([]),
    breakdown: z.enum(FUNNEL_BREAKDOWNS).nullable().default(null),
    amongFirst: z
      .boolean()
      .default(false)
      .describe(
        'Counts only people who took the first step. Without an order, people who took only other steps count otherwise, as in PostHog.',
      ),
    filters: filtersSchema.describe(
      'Counts only events that pass all of them, such as `channel:search`.',
    ),
    zone: zoneSchema.describe(
      'The time zone of days, of times without an offset, and of the buckets in `overTime`.',
    ),
    unit: z.enum(UNITS).nullable().default(null).describe('Null fits the range.'),
    ...openRangeShape,
  })
  .transform(({ from, to, ...query }, context) => ({
    ...query,
    ...toRange({ from, to }, query.zone, context),
  }))
  .superRefine((query, context) => {
    const { order, steps, exclusions, breakdown } = query;
    if (breakdown !== null && !canBreakDown(query, breakdown))
      context.addIssue({ code: 'custom', path: ['breakdown'], message: BREAKDOWN_RULE });
    for (const [index, { fromStep, toStep }] of exclusions.entries()) {
      const path = ['exclusions', index];
      const last = steps.length - 1;
      if (fromStep >= toStep || toStep > last) {
        const message = `expected fromStep before toStep, both from 0 to ${last}`;
        context.addIssue({ code: 'custom', path, message });
      } else if (order === 'unordered' && (fromStep > 0 || toStep < last)) {
        // As in PostHog: without an order there is no "between".
        const message = `an unordered funnel has exclusions from step 0 to step ${last} only`;
        context.addIssue({ code: 'custom', path, message });
      }
    }
  });

export type FunnelQuery = z.infer<typeof funnelQuerySchema>;
export type FunnelStep = FunnelQuery['steps'][number];

const count = z.int().min(0);
const seconds = z.number().min(0).nullable();

const stepResultSchema = z.strictObject({
  event: z.string().nullable(),
  /** People who reached at least this step. */
  count,
  /**
   * Average time from the previous step to this one, over the people who reached this one; null for the first step and
   * when nobody did.
   */
  averageSeconds: seconds,
  medianSeconds: seconds,
});
export type FunnelStepResult = z.infer<typeof stepResultSchema>;
const steps = z.array(stepResultSchema);

const startersShape = { started: count, finished: count };

/** What the people of a funnel did over time. */
const conversionsSchema = z.strictObject({
  time: z
    .strictObject({
      medianSeconds: seconds.describe('The mean of the two in the middle if their number is even.'),
      p90Seconds: seconds.describe(
        'The nearest rank: the shortest time within which at least 90 % took all steps.',
      ),
      bins: z
        .array(z.strictObject({ fromSeconds: z.number(), toSeconds: seconds, count }))
        .describe('A bin includes its start and excludes its end. The last one has no end.'),
    })
    .describe('From the first step to the last, of the people who took all steps.'),
  overTime: z
    .strictObject({
      unit: z
        .enum(UNITS)
        .describe('The unit asked for, or the next one with which the chart fits.'),
      buckets: z
        .array(z.strictObject({ from: isoTimeSchema, ...startersShape }))
        .describe('The first bucket may start before the range.'),
      earlier: z
        .strictObject(startersShape)
        .describe(
          'People who started before the first bucket: a chart has a greatest length, and a wrong clock can date an event decades back.',
        ),
    })
    .describe(
      'By the time of the first step. Everybody who took it is in a bucket or in `earlier`.',
    ),
});
export type FunnelConversions = z.infer<typeof conversionsSchema>;

export const funnelResultSchema = z.strictObject({
  ...conversionsSchema.shape,
  steps,
  measured: count.describe('People with any event in the range.'),
  breakdown: z
    .array(z.strictObject({ value: z.string().nullable(), steps }))
    .describe('Most people first; null stands for people whose events have no value.'),
  others: z
    .strictObject({ values: count, steps })
    .nullable()
    .describe('The values beyond the shown ones, added up.'),
});
export type FunnelResult = z.infer<typeof funnelResultSchema>;
