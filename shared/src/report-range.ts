import { z } from 'zod';
import { limitedText } from './limited-text.ts';
import {
  countBuckets,
  defaultUnit,
  isZone,
  MAX_BUCKETS,
  type Span,
  UNITS,
  type Unit,
} from './time-buckets.ts';
import { beforeShape, closedRangeShape, toBefore, toRange } from './time-range.ts';

export const zoneSchema = limitedText(64)
  .refine(isZone, 'expected the IANA name of a time zone, like Europe/Berlin')
  .default('UTC')
  .describe('Of days, of times without an offset, and of the answer’s hours, days and weeks.');

export const reportRangeShape = {
  ...closedRangeShape,
  ...beforeShape,
  zone: zoneSchema,
  unit: z.enum(UNITS).nullable().default(null).describe('Fits the range if it is missing.'),
};

/** What a report covers, and what one bar of its charts counts. */
export interface ReportRange extends Span {
  zone: string;
  unit: Unit;
}

/** A question with the period that its answer is compared with; null without a comparison. */
export interface WithBefore {
  before: Span | null;
}

type Params = z.infer<z.ZodObject<typeof reportRangeShape>>;

/** For `transform` of a schema with {@link reportRangeShape}: adds an issue for an impossible or too long range. */
export function toReportRange(params: Params, context: z.RefinementCtx): ReportRange & WithBefore {
  const { zone } = params;
  const { from, to } = toRange(params, zone, context);
  const unit = params.unit ?? defaultUnit({ from, to });
  const before = toBefore(params, zone, context);
  for (const [side, span] of [['from', { from, to }] as const, ['beforeFrom', before] as const]) {
    const given = span === null ? 0 : countBuckets(span, unit, zone);
    if (given <= MAX_BUCKETS) continue;
    const message = `expected a range of at most ${MAX_BUCKETS} hours, days or weeks; got ${given} ${unit}s`;
    context.addIssue({ code: 'custom', path: [side], message });
  }
  return { from, to, zone, unit, before };
}

/** The query of a report: {@link reportRangeShape} and nothing else. */
export const reportRangeSchema = z.strictObject(reportRangeShape).transform(toReportRange);
