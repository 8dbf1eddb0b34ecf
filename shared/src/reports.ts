import { z } from 'zod';
import { openRangeShape, toRange } from './time-range.ts';
import { TRAFFIC_FIELDS } from './traffic-fields.ts';

/** The range of a command without a time zone. Days are UTC. */
export const rangeSchema = z
  .object(openRangeShape)
  .transform((range, context) => toRange(range, 'UTC', context));

/** What happened in one quarter of an hour. */
interface QuarterCount {
  /** When the quarter starts, in milliseconds since 1970 UTC. */
  at: number;
  count: number;
}

export interface SignupCount extends QuarterCount {
  type: string;
  /** How many of them are confirmed by now. */
  confirmed: number;
}

/** Refusals are those of browsers that never granted; with the grants they are the denominator of the consent rate. */
export interface DecisionCount extends QuarterCount {
  decision: 'granted' | 'withdrawn' | 'refused';
}

export interface PageCounts {
  quarters: QuarterCount[];
  /** Most served first. */
  paths: { path: string; count: number }[];
}

/** The largest number of rows in {@link Traffic}: anybody can make up any number of values. */
export const MAX_TRAFFIC_ROWS = 100;

const count = z.int().min(0);

/** Events and people by name, and by a value, or two, each of which is null for events without one. */
export const trafficSchema = z.strictObject({
  people: count.describe('All together, each of whom may have several values.'),
  signups: count,
  events: z.array(z.strictObject({ name: z.string(), count, people: count })),
  by: z.enum(TRAFFIC_FIELDS),
  secondBy: z
    .enum(TRAFFIC_FIELDS)
    .optional()
    .describe('The field of `secondValue`; absent when rows have one value.'),
  rows: z.array(
    z.strictObject({
      value: z.string().nullable(),
      secondValue: z.string().nullable().optional(),
      events: count,
      people: count,
      signups: count.describe('People who submitted a form successfully.'),
    }),
  ),
  others: z
    .strictObject({ values: count, events: count, people: count, signups: count })
    .optional()
    .describe(
      'The values that are not listed, each with fewer people; absent when all are listed. Who has several counts for each.',
    ),
});
export type Traffic = z.infer<typeof trafficSchema>;
