import { z } from 'zod';
import { isoDaySchema, limitedText } from './limited-text.ts';
import { DAY_MS } from './limits.ts';

/** From and to in milliseconds since 1970 UTC, both inclusive; null leaves that side open. */
export interface Range {
  from: number | null;
  to: number | null;
}

const expected = 'expected a day like 2026-03-14 or an ISO time like 2026-03-14T09:00:00Z (UTC)';

/** @param afterDay milliseconds to add to the start of a day when no time is given */
const timeSchema = (afterDay: number) =>
  z
    .union(
      [
        isoDaySchema.transform((day) => Date.parse(day) + afterDay),
        limitedText(64)
          .check(z.iso.datetime({ offset: true, local: true }))
          .transform((time) => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`)),
        z.int(),
      ],
      expected,
    )
    .nullable()
    .default(null);

/** A day without a time means its start in `from` and its end in `to`. */
export const rangeShape = { from: timeSchema(0), to: timeSchema(DAY_MS - 1) };

export const rangeIssue = ({ from, to }: Range) =>
  from !== null && to !== null && from > to
    ? { code: 'custom' as const, path: ['from'], message: 'expected a time before to' }
    : null;
