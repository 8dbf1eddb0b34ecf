import { z } from 'zod';
import { isoDaySchema, limitedText } from './limited-text.ts';
import { addDays, isDay, parsePoint, type Span } from './time-buckets.ts';

/** From and to in milliseconds since 1970 UTC, both inclusive; null leaves that side open. */
export interface Range {
  from: number | null;
  to: number | null;
}

/** The last moment that a `Date` can hold. */
const LAST_MS = 8.64e15;

/** Zod asks for seconds beside an offset, unless it is told that minutes are enough. */
const timeSchemas = [{ local: true }, { precision: -1 }].map((options) =>
  limitedText(64).check(z.iso.datetime({ offset: true, ...options })),
);

/** How people and programs write a point in time. */
export const POINT_TEXT =
  'a day like 2026-03-14, or an ISO time like 2026-03-14T09:00 or 2026-03-14T09:00:00Z';

/** One side of a range as people and programs give it. A number is milliseconds since 1970 UTC. */
export const pointSchema = z.union(
  [isoDaySchema, ...timeSchemas, z.int().min(-LAST_MS).max(LAST_MS)],
  `expected ${POINT_TEXT}`,
);
type Point = z.infer<typeof pointSchema>;

/** A moment, in milliseconds since 1970 UTC. A day means its start. Without an offset, it is local to the zone. */
export const momentSchema = (zone: string) =>
  pointSchema.transform((point) => startOf(point, zone));

/** A range with both sides. {@link toRange} turns it into times. */
export const closedRangeShape = { from: pointSchema, to: pointSchema };

const openPointSchema = pointSchema.nullable().default(null);
/** The same, where each side may be left open. */
export const openRangeShape = { from: openPointSchema, to: openPointSchema };

/** The period to compare with: both sides, or neither. {@link toBefore} turns it into times. */
const beforeSchema = openPointSchema.describe(
  `The period to compare with, on both sides: ${POINT_TEXT}. The answer then has \`before\`.`,
);
export const beforeShape = { beforeFrom: beforeSchema, beforeTo: beforeSchema };

/**
 * For `transform` of a schema: returns the times of a range, and adds an issue if it ends before it starts. A day means
 * its start in `from` and its end in `to`. Days, and times without an offset, are local ones of the zone.
 *
 * @param names of the two sides
 */
export function toRange<Side extends Point | null>(
  points: { from: Side; to: Side },
  zone: string,
  context: z.RefinementCtx,
  names = ['from', 'to'],
) {
  const from = points.from === null ? null : startOf(points.from, zone);
  const to = points.to === null ? null : endOf(points.to, zone);
  if (from !== null && to !== null && from > to) {
    const message = `expected a time before ${names[1]}`;
    context.addIssue({ code: 'custom', path: names.slice(0, 1), message });
  }
  return { from, to } as Record<'from' | 'to', number | Extract<Side, null>>;
}

/** For `transform`, likewise: returns the period to compare with, or null where none is asked for. */
export function toBefore(
  { beforeFrom: from, beforeTo: to }: { beforeFrom: Point | null; beforeTo: Point | null },
  zone: string,
  context: z.RefinementCtx,
): Span | null {
  if (from !== null && to !== null)
    return toRange({ from, to }, zone, context, ['beforeFrom', 'beforeTo']);
  if (from !== to) {
    const path = [from === null ? 'beforeFrom' : 'beforeTo'];
    context.addIssue({ code: 'custom', path, message: 'expected both beforeFrom and beforeTo' });
  }
  return null;
}

function startOf(point: Point, zone: string): number {
  return typeof point === 'number' ? point : parsePoint(point, zone);
}

function endOf(point: Point, zone: string): number {
  const start = startOf(point, zone);
  return typeof point === 'string' && isDay(point) ? addDays(start, 1, zone) - 1 : start;
}
