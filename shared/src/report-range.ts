import { z } from 'zod';
import { isoDaySchema, isoTimeSchema, limitedText } from './limited-text.ts';
import {
  addDays,
  defaultUnit,
  isZone,
  MAX_BUCKETS,
  parseDay,
  type Span,
  UNIT_MS,
  UNITS,
  type Unit,
} from './time-buckets.ts';

export const zoneSchema = limitedText(64)
  .refine(isZone, 'expected the IANA name of a time zone, like Europe/Berlin')
  .default('UTC');

const pointSchema = z.union(
  [isoDaySchema, isoTimeSchema],
  'expected a day like 2026-03-14 or an ISO time like 2026-03-14T09:00:00Z',
);

/** The parameters of a report, as text. A day is a local day of the zone; both ends are inclusive. */
export const reportRangeShape = {
  from: pointSchema,
  to: pointSchema,
  zone: zoneSchema,
  unit: z.enum(UNITS).nullable().default(null),
};

/** What a report covers, and what one bar of its charts counts. */
export interface ReportRange extends Span {
  zone: string;
  unit: Unit;
}

type Params = z.infer<z.ZodObject<typeof reportRangeShape>>;

/** For `transform` of a schema with {@link reportRangeShape}: adds an issue for an impossible or too long range. */
export function toReportRange(params: Params, context: z.RefinementCtx): ReportRange {
  const { zone } = params;
  const from = isDay(params.from) ? parseDay(params.from, zone) : Date.parse(params.from);
  const to = isDay(params.to)
    ? addDays(parseDay(params.to, zone), 1, zone) - 1
    : Date.parse(params.to);
  const unit = params.unit ?? defaultUnit({ from, to });
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const buckets = Math.ceil((to - from) / UNIT_MS[unit]);
  if (from > to) refuse('from', 'expected a time before to');
  else if (buckets > MAX_BUCKETS) {
    const given = `about ${buckets} by the ${unit}`;
    refuse('from', `expected a range of at most ${MAX_BUCKETS} hours, days or weeks; got ${given}`);
  }
  return { from, to, zone, unit };
}

/** The query of a report: {@link reportRangeShape} and nothing else. */
export const reportRangeSchema = z.strictObject(reportRangeShape).transform(toReportRange);

const isDay = (point: string) => point.length === '2026-03-14'.length;
