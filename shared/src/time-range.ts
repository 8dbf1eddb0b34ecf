import { z } from 'zod';
import { isoDaySchema, limitedText } from './limited-text.ts';
import { DAY_MS } from './limits.ts';
import { addDays, parseDay } from './time-buckets.ts';

/** From and to in milliseconds since 1970 UTC, both inclusive; null leaves that side open. */
export interface Range {
  from: number | null;
  to: number | null;
}

const expected = 'expected a day like 2026-03-14 or an ISO time like 2026-03-14T09:00:00Z (UTC)';

const momentSchema = limitedText(64)
  .check(z.iso.datetime({ offset: true, local: true }))
  .transform((time) => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`));

/** @param afterDay milliseconds to add to the start of a day when no time is given */
const timeSchema = (afterDay: number) =>
  z
    .union(
      [isoDaySchema.transform((day) => Date.parse(day) + afterDay), momentSchema, z.int()],
      expected,
    )
    .nullable()
    .default(null);

/** A day without a time means its start in `from` and its end in `to`. */
export const rangeShape = { from: timeSchema(0), to: timeSchema(DAY_MS - 1) };

const pointSchema = z
  .union([isoDaySchema.transform((day) => ({ day })), momentSchema, z.int()], expected)
  .nullable()
  .default(null);
type Point = z.infer<typeof pointSchema>;

/** The same, where a day is one of a time zone: {@link inZone}. */
export const zonedRangeShape = { from: pointSchema, to: pointSchema };

export function inZone(from: Point, to: Point, zone: string): Range {
  const isDay = (point: Point): point is { day: string } =>
    typeof point === 'object' && point !== null;
  return {
    from: isDay(from) ? parseDay(from.day, zone) : from,
    to: isDay(to) ? addDays(parseDay(to.day, zone), 1, zone) - 1 : to,
  };
}

export const rangeIssue = ({ from, to }: Range) =>
  from !== null && to !== null && from > to
    ? { code: 'custom' as const, path: ['from'], message: 'expected a time before to' }
    : null;
