import { HOUR_MS } from '#shared/limits';
import {
  addDays,
  clockSince,
  formatIsoDay,
  type Span,
  startOfDay,
  type Unit,
} from '#shared/time-buckets';
import { commonWords } from '../words/console-messages.ts';
import { formatClock, formatDay, formatHour, formatMinute, formatShortDay } from './format-axis.ts';

const words = commonWords.chart;

/** On the day on which the clocks go back. */
const HOURS_OF_DAY = 25;

/** Says until when the last of some days is counted. */
const cutAt = (days: string, to: number, zone: string) =>
  words.until({ days, time: formatClock(to + 1, zone) });

/** Formats a span by its days, and by times where it does not begin or end with one: a period so far is compared up to the same time. */
export function formatSpan({ from, to }: Span, zone: string): string {
  const end = to + 1;
  if (startOfDay(from, zone) !== from) return formatMinute(from, zone, end);
  const days = formatDay(from, zone, to);
  return startOfDay(end, zone) === end ? days : cutAt(days, to, zone);
}

interface BucketTimes<Bucket extends { from: string }> {
  /** When each bucket starts, as an ISO time. */
  buckets: readonly Bucket[];
  unit: Unit;
  zone: string;
  period: Span;
}

/**
 * Returns each bucket with its partner of the period before, the labels of its row, and whether the period covers only a part of the
 * bucket: today's last one is unfinished, and a week may have begun before the period.
 *
 * @param before the period of the earlier buckets
 */
export function bucketRows<Bucket extends { from: string; pages?: number }>(
  times: BucketTimes<Bucket>,
  earlier: readonly Bucket[] = [],
  before: Span = times.period,
) {
  const { buckets, unit, zone, period } = times;
  const partners = partnersOf(times, earlier);
  const shortOf = (time: string | number) => {
    if (unit !== 'hour') return formatShortDay(time, zone);
    const clock = formatClock(time, zone);
    return buckets.length > HOURS_OF_DAY ? `${formatShortDay(time, zone)} ${clock}` : clock;
  };
  const labelOf = ({ from }: Bucket) => {
    const start = Date.parse(from);
    const end = endOf(start, unit, zone) - 1;
    const to = Math.min(end, before.to);
    const days =
      unit === 'week' ? formatShortDay(Math.max(start, before.from), zone, to) : shortOf(start);
    return words.on({ day: to < end ? cutAt(days, to, zone) : days });
  };
  const first = buckets.findIndex(({ pages }) => pages !== 0);
  return buckets.map((bucket, index) => {
    const key = bucket.from;
    const partner = partners[index] ?? null;
    const from = Date.parse(key);
    const to = endOf(from, unit, zone) - 1;
    const label =
      unit === 'week'
        ? `${formatShortDay(from, zone)} – ${formatDay(to, zone)}`
        : unit === 'day'
          ? formatDay(from, zone)
          : formatHour(from, zone);
    const isUnfinished = to > period.to;
    const isCut = from < period.from;
    return {
      bucket,
      partner,
      beforeLabel: partner && labelOf(partner),
      key,
      label,
      // A spreadsheet reads and sorts these.
      inFile: unit === 'hour' ? key : formatIsoDay(from, zone),
      remarks: isUnfinished ? [words.soFar] : isCut ? [words.cut] : [],
      shortLabel: shortOf(from),
      // Before its first page there was no site.
      partial: isUnfinished || isCut || index < first,
    };
  });
}

/**
 * Returns for each bucket the one of the period before that it is compared with, or null. Hours are matched by the local
 * clock: on a day on which it changes, an hour that comes only once has no partner.
 */
export function partnersOf<Bucket extends { from: string }>(
  { buckets, unit, zone, period }: BucketTimes<Bucket>,
  earlier: readonly Bucket[],
): (Bucket | null)[] {
  const [first, firstEarlier] = [buckets[0], earlier[0]];
  if (!first || !firstEarlier) return buckets.map(() => null);
  const isMidnight = (time: number) => startOfDay(time, zone) === time;
  // The last sixty minutes may start at midnight; the sixty minutes before them then do not.
  const isInDays = isMidnight(period.from) && isMidnight(Date.parse(firstEarlier.from));
  if (unit !== 'hour' || !isInDays) return buckets.map((_, index) => earlier[index] ?? null);
  const clockOf = (from: string, start: string) =>
    clockSince(Date.parse(from), Date.parse(start), zone);
  const partners = new Map<number, Bucket>();
  // Of an hour that comes twice, the first one counts.
  for (const one of earlier.toReversed()) partners.set(clockOf(one.from, firstEarlier.from), one);
  return buckets.map(({ from }) => {
    const key = clockOf(from, first.from);
    const partner = partners.get(key) ?? null;
    partners.delete(key);
    return partner;
  });
}

function endOf(from: number, unit: Unit, zone: string): number {
  return unit === 'hour' ? from + HOUR_MS : addDays(from, unit === 'day' ? 1 : 7, zone);
}
