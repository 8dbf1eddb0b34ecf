import { DAY_MS, HOUR_MS } from '#shared/limits';
import {
  addDays,
  countBuckets,
  defaultUnit,
  formatIsoDay,
  isDay,
  parsePoint,
  partUntil,
  periodBefore,
  type Span,
  startOfDay,
  startOfMonth,
  type Unit,
} from '#shared/time-buckets';

/** The ranges that the address names; all of them end now, except yesterday and last month. The numbers are days including today. */
export const NAMED_RANGES = [
  ...(['60m', 'today', 'yesterday', '7', '30', '90', '365'] as const),
  ...(['month', 'last-month'] as const),
] as const;
export type NamedRange = (typeof NAMED_RANGES)[number];
export const DEFAULT_RANGE = '30';

/** A named range, or the first and the last day, both included. A link may have times in place of days. */
export type TimeRange = NamedRange | { from: string; to: string };

interface RangeInZone {
  range: TimeRange;
  /** An IANA name, such as `Europe/Berlin`. Days begin at its midnight. */
  zone: string;
}

/**
 * Returns the period of a range. Both ends are NaN if a given day is neither a day nor a time.
 *
 * @param now milliseconds since 1970 UTC
 */
export function rangeOf({ range, zone }: RangeInZone, now: number): Span {
  if (typeof range !== 'string') {
    const [from, to] = [startOf(range.from, zone), startOf(range.to, zone)];
    if (Number.isNaN(from + to)) return { from: NaN, to: NaN };
    const end = isDay(range.to) ? addDays(to, 1, zone) - 1 : to;
    // A day that is not over is compared with the same hours of the day before.
    return partUntil(now, { from, to: end });
  }
  const today = startOfDay(now, zone);
  switch (range) {
    case '60m':
      return { from: now - HOUR_MS + 1, to: now };
    case 'today':
      return { from: today, to: now };
    case 'yesterday':
      return { from: addDays(today, -1, zone), to: today - 1 };
    case 'month':
      return { from: startOfMonth(today, zone), to: now };
    case 'last-month': {
      const end = startOfMonth(today, zone) - 1;
      return { from: startOfMonth(end, zone), to: end };
    }
    default:
      return { from: addDays(today, 1 - Number(range), zone), to: now };
  }
}

/** Returns a time as an address has it. */
export const formatPoint = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** Returns the days of a range that is named after today, or the times of the last hour. */
export function fixedRange(address: RangeInZone, now: number): TimeRange {
  const { range, zone } = address;
  if (typeof range !== 'string') return range;
  const { from, to } = rangeOf(address, now);
  const point = (time: number) => (range === '60m' ? formatPoint(time) : formatIsoDay(time, zone));
  return { from: point(from), to: point(to) };
}

/** Returns the period that the address's figures are compared with; null for what is no day and no time. */
export function rangeBefore(address: RangeInZone, now: number): Span | null {
  const { range, zone } = address;
  const { from, to } = rangeOf(address, now);
  if (Number.isNaN(from)) return null;
  // An hour that starts at midnight is not a day.
  if (range === '60m') return { from: from - HOUR_MS, to: from - 1 };
  if (range === 'month') return lastMonthUntil({ from, to }, zone);
  return periodBefore({ from, to }, zone);
}

/** Returns the calendar month before, up to the same day and time, or all of it if it has no such day. */
function lastMonthUntil({ from, to }: Span, zone: string): Span {
  const start = startOfMonth(from - 1, zone);
  const days = countBuckets({ from: start, to: from - 1 }, 'day', zone);
  return { from: start, to: Math.min(periodBefore({ from, to }, zone, days).to, from - 1) };
}

/** Returns true if figures of the range may still grow. */
export const isLive = (address: RangeInZone, now: number): boolean =>
  typeof address.range === 'string' || rangeOf(address, now).to >= now;

/** Returns the units whose bars are neither too few nor too thin, the default first: a rate of one day is one of few people. */
export function unitsOf({ from, to }: Span, view?: string): Unit[] {
  const days = (to - from) / DAY_MS;
  const usual = defaultUnit({ from, to });
  const fitting = (['hour', 'day', 'week'] as const).filter(
    (unit) =>
      unit !== usual &&
      (unit === 'hour' ? days <= 8 : unit === 'day' ? days > 2 && days <= 190 : days > 20),
  );
  return view === 'funnel' && fitting.includes('week') ? ['week', usual] : [usual, ...fitting];
}

/** Returns when a local day starts, or a time is; NaN for another text. */
const startOf = (point: string, zone: string): number =>
  /^\d{4}-\d\d-\d\d(T.*)?$/.test(point) && !Number.isNaN(Date.parse(point))
    ? parsePoint(point, zone)
    : NaN;
