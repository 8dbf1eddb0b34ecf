import { DAY_MS, HOUR_MS } from './limits.ts';

/** The lengths of a bucket, which is what one bar of a chart counts. */
export const UNITS = ['hour', 'day', 'week'] as const;
export type Unit = (typeof UNITS)[number];

/** Times in milliseconds since 1970 UTC, both inclusive. */
export interface Span {
  from: number;
  to: number;
}

export const UNIT_MS: Record<Unit, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };

/** The most buckets of a chart: 50 days by the hour, or three years by the day. */
export const MAX_BUCKETS = 1_200;

/** Returns whether this system knows the IANA name of a time zone. Offsets like `+01:00` are not names. */
export function isZone(zone: string): boolean {
  if (zone === 'UTC') return true;
  if (!/^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the start of each bucket that has a part of the span, in milliseconds since 1970 UTC. The first may start
 * before the span. Days start at local midnight, so some have 23 or 25 hours, and weeks start on Monday. An hour in
 * which the clock changes by half an hour becomes two buckets.
 *
 * @throws RangeError for a span that is longer than {@link MAX_BUCKETS} and one bucket. Where clocks change, 1,200 days
 *   take an hour more than 1,200 times 24
 */
export function bucketsOf({ from, to }: Span, unit: Unit, zone: string): number[] {
  if ((to - from) / UNIT_MS[unit] > MAX_BUCKETS + 1)
    throw new RangeError(`expected at most ${MAX_BUCKETS} buckets`);
  if (to < from) return [];
  const starts = unit === 'hour' ? hoursOf({ from, to }, zone) : daysOf({ from, to }, unit, zone);
  // The first one may end before the span where the clock was changed within it.
  return starts.filter((_, index) => (starts[index + 1] ?? Number.POSITIVE_INFINITY) > from);
}

/** Returns the index of the bucket that contains a time: negative before the first one. The last one has no end. */
export function bucketAt(time: number, starts: readonly number[], unit: Unit): number {
  const [first = Number.POSITIVE_INFINITY] = starts;
  // Where a clock is changed, a bucket is longer or shorter.
  let bucket = Math.min(Math.floor((time - first) / UNIT_MS[unit]), starts.length - 1);
  while ((starts[bucket] ?? time) > time) bucket -= 1;
  while ((starts[bucket + 1] ?? Number.POSITIVE_INFINITY) <= time) bucket += 1;
  return bucket;
}

function hoursOf({ from, to }: Span, zone: string): number[] {
  const starts: number[] = [];
  for (let at = startOfHour(from, zone); at <= to; at = startOfHour(at, zone) + HOUR_MS)
    starts.push(at);
  return starts;
}

function daysOf({ from, to }: Span, unit: 'day' | 'week', zone: string): number[] {
  const starts = new Set<number>();
  const first = dayNumber(from, zone);
  const last = dayNumber(to, zone);
  const step = unit === 'day' ? 1 : 7;
  // A day that the calendar skipped starts where the next one does.
  for (let day = unit === 'day' ? first : mondayOf(first); day <= last; day += step)
    starts.add(instantOf(day * DAY_MS, zone));
  return [...starts];
}

/** Returns the number of hours, days or weeks that have a part of a span. A day on which the clock changes is one day. */
export function countBuckets({ from, to }: Span, unit: Unit, zone: string): number {
  if (unit === 'hour')
    return Math.ceil((startOfHour(to, zone) - startOfHour(from, zone)) / HOUR_MS) + 1;
  const [first, last] = [dayNumber(from, zone), dayNumber(to, zone)];
  return unit === 'day' ? last - first + 1 : (mondayOf(last) - mondayOf(first)) / 7 + 1;
}

const startOfHour = (time: number, zone: string) => time - modulo(localOf(time, zone), HOUR_MS);

/** Returns the local midnight at or before a time. */
export const startOfDay = (time: number, zone: string): number =>
  instantOf(dayNumber(time, zone) * DAY_MS, zone);

/**
 * Returns the local midnight some days after the day that contains a time. A day that the calendar skipped starts where
 * the next one does.
 */
export const addDays = (time: number, days: number, zone: string): number =>
  instantOf((dayNumber(time, zone) + days) * DAY_MS, zone);

/** Returns the local midnight with which a day starts. @param day `2026-03-14` */
export const parseDay = (day: string, zone: string): number => instantOf(Date.parse(day), zone);

export const isDay = (point: string): boolean => point.length === '2026-03-14'.length;

/**
 * Returns when a local day starts, or a time is. Without an offset, that is when the local clock shows it, the first time if
 * it shows it twice. If it skips it, that is later by what was skipped. @param point in ISO 8601
 */
export function parsePoint(point: string, zone: string): number {
  if (isDay(point)) return parseDay(point, zone);
  return /(Z|[+-]\d\d:\d\d)$/.test(point)
    ? Date.parse(point)
    : instantOf(Date.parse(`${point}Z`), zone);
}

/** Returns the local day that contains a time, as `2026-03-14`. */
export const formatIsoDay = (time: number, zone: string): string =>
  new Date(localOf(time, zone)).toISOString().slice(0, 10);

/** Returns the local time, as `2026-03-14 09:00`. */
export const formatIsoMinute = (time: number, zone: string): string =>
  new Date(localOf(time, zone)).toISOString().slice(0, 16).replace('T', ' ');

/** Returns the midnight with which the local month starts that contains a time. */
export const startOfMonth = (time: number, zone: string): number =>
  parseDay(`${formatIsoDay(time, zone).slice(0, 7)}-01`, zone);

/** Returns true for all of one calendar month; false for times that are NaN. */
export const isMonth = ({ from, to }: Span, zone: string): boolean =>
  from < to && startOfMonth(to, zone) === from && startOfMonth(to + 1, zone) === to + 1;

/**
 * Returns the span to compare with. A calendar month is compared with the one before. If another span starts at a local
 * midnight, that is the same number of local days before, up to the same time of the day; otherwise the same length before.
 *
 * @param days the number of local days, if the span has no part of the last ones yet
 */
export function periodBefore(
  { from, to }: Span,
  zone: string,
  days = countBuckets({ from, to }, 'day', zone),
): Span {
  const end = to + 1;
  if (isMonth({ from, to }, zone)) return { from: startOfMonth(from - 1, zone), to: from - 1 };
  if (startOfDay(from, zone) !== from) return { from: from - (end - from), to: from - 1 };
  const shift = days * DAY_MS;
  return {
    from: addDays(from, -days, zone),
    to: instantOf(localOf(end, zone) - shift, zone) - 1,
  };
}

/** Returns the part of a span that is over, or all of one that has not begun. */
export const partUntil = (now: number, { from, to }: Span): Span => ({
  from,
  to: from < now ? Math.min(to, now) : to,
});

/** Returns the share of both periods' time that is the first one's. The calendar's months differ in length. */
export function shareOfTime(now: Span, before: Span): number {
  const [length, earlier] = [now.to - now.from + 1, before.to - before.from + 1];
  return length / (length + earlier);
}

/**
 * Returns what the local clock shows at a time, in milliseconds since the start of the local day that contains another
 * time. An hour that the clock shows twice has one such time.
 */
export const clockSince = (time: number, start: number, zone: string): number =>
  localOf(time, zone) - dayNumber(start, zone) * DAY_MS;

/** Returns the unit in which a span is charted unless somebody chooses another. */
export function defaultUnit({ from, to }: Span): Unit {
  const length = to - from - HOUR_MS; // a day has 25 hours when the clock goes back
  if (length <= 2 * DAY_MS) return 'hour';
  return length <= 120 * DAY_MS ? 'day' : 'week';
}

/** Days since 1970-01-01 in local time. */
const dayNumber = (time: number, zone: string) => Math.floor(localOf(time, zone) / DAY_MS);

/** Returns the Monday of a day's week. 1970-01-01 was a Thursday. */
const mondayOf = (day: number) => day - modulo(day + 3, 7);

/** What the local clock shows, as if it were UTC. */
const localOf = (time: number, zone: string) => time + offsetAt(time, zone);

/**
 * Returns when the local clock shows a time. If it shows it twice, that is the first time. If it skips it, that is later
 * by what was skipped: for a skipped midnight the moment of the change.
 */
function instantOf(local: number, zone: string): number {
  const before = local - offsetAt(local - DAY_MS, zone);
  const after = local - offsetAt(local + DAY_MS, zone);
  const [first, second] = [Math.min(before, after), Math.max(before, after)];
  if (localOf(first, zone) === local) return first;
  return localOf(second, zone) === local ? second : before;
}

/** Only the latest zone's, because a page and a request use one zone, and names come from anybody. */
let latest: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** Returns local time minus UTC, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  if (zone === 'UTC') return 0;
  if (latest?.zone !== zone) {
    const options = { timeZone: zone, timeZoneName: 'longOffset' } as const;
    latest = { zone, format: new Intl.DateTimeFormat('en-US', options) };
  }
  // "3/14/2026, GMT+05:45"; "GMT" alone is UTC. Before 1972 a few zones had seconds.
  const found = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(latest.format.format(time));
  if (!found) return 0;
  const [, sign, hours, minutes, seconds = 0] = found;
  const length = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -length : length;
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;
