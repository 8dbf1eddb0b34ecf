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
import { formatClock, formatDay, formatHour, formatShortDay } from './format-axis.ts';

/** On the day on which the clocks go back. */
const HOURS_OF_DAY = 25;

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
 */
export function bucketRows<Bucket extends { from: string }>(
  times: BucketTimes<Bucket>,
  earlier: readonly Bucket[] = [],
) {
  const { buckets, unit, zone, period } = times;
  const partners = partnersOf(times, earlier);
  const shortOf = (time: string | number) => {
    if (unit !== 'hour') return formatShortDay(time, zone);
    const clock = formatClock(time, zone);
    return buckets.length > HOURS_OF_DAY ? `${formatShortDay(time, zone)} ${clock}` : clock;
  };
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
    const partial = isUnfinished || from < period.from;
    return {
      bucket,
      partner,
      beforeLabel: partner && commonWords.chart.on({ day: shortOf(partner.from) }),
      key,
      label,
      // A spreadsheet reads and sorts these.
      inFile: unit === 'hour' ? key : formatIsoDay(from, zone),
      remarks: partial ? [isUnfinished ? commonWords.chart.soFar : commonWords.chart.cut] : [],
      shortLabel: shortOf(from),
      partial,
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
