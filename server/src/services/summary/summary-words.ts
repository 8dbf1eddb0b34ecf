import { formatCount, formatPercent, plain } from '#shared/format-figures';
import { HOUR_MS } from '#shared/limits';
import { type Rate, trialsToCompare } from '#shared/statistics';
import { countBuckets, type Span, startOfDay } from '#shared/time-buckets';

/** What a summary is about. */
export interface Asked {
  /** Null for a funnel that is open on a side. */
  span: Span | null;
  zone: string;
  /** Counts below this are shown as 0, and mean *fewer*. */
  least: number;
}

/** `people` or `one person`, and where counts are rounded `fewer than 5 people`. */
export function people(count: number, { least }: Pick<Asked, 'least'>, who = 'people'): string {
  if (count === 0) return least > 0 ? `Fewer than ${least} ${who}` : 'Nobody';
  if (count === 1 && who === 'people') return 'One person';
  return `${formatCount(count)} ${who}`;
}

/** ` in 30 days`, ` in 60 minutes`; nothing for an open range. */
export function inLength({ span, zone }: Asked): string {
  if (span === null) return '';
  const { from, to } = span;
  if (startOfDay(from, zone) === from && to - from + 1 > HOUR_MS) {
    const days = countBuckets(span, 'day', zone);
    return days === 1 ? ' in one day' : ` in ${formatCount(days)} days`;
  }
  const minutes = Math.round((to - from + 1) / 60_000);
  if (minutes < 120) return ` in ${minutes} minutes`;
  return ` in ${formatCount(Math.round(minutes / 60))} hours`;
}

/** How a count compares: `10 % more`, `2.1 times as many`, `as many`. */
export function ratioWords(now: number, before: number, more = 'more', fewer = 'fewer'): string {
  const ratio = now / before;
  if (ratio >= 1.95) return `${ratio.toFixed(ratio < 9.95 ? 1 : 0)} times as many`;
  const percent = Math.round(Math.abs(ratio - 1) * 100);
  if (percent === 0) return 'as many';
  return `${percent} % ${now > before ? more : fewer}`;
}

/** `10 % more than before`, `as many as before`. */
export const compared = (ratio: string, than: string): string =>
  ratio.includes(' as many') || ratio === 'as many'
    ? `${ratio} as ${than}`
    : `${ratio} than ${than}`;

export const verdict = (isClear: boolean): string => (isClear ? 'not chance' : 'within chance');

export const shareOf = ({ successes, trials }: Rate): number =>
  trials === 0 ? 0 : successes / trials;

export const percent = (rate: Rate): string => plain(formatPercent(shareOf(rate)));

/** `1.2 points more`, `0.3 points less`. */
export function pointsWords(now: Rate, before: Rate): string {
  const points = (shareOf(now) - shareOf(before)) * 100;
  const size = Math.abs(points).toFixed(1);
  return size === '0.0' ? 'the same share' : `${size} points ${points > 0 ? 'more' : 'less'}`;
}

/** How many more people the smaller of two groups needs before the two can be compared; null if nobody can say. */
export function peopleNeeded(a: Rate, b: Rate): number | null {
  const pooled = (a.successes + b.successes) / Math.max(1, a.trials + b.trials);
  const needed = trialsToCompare(pooled);
  return needed === null ? null : Math.max(0, needed - Math.min(a.trials, b.trials));
}
