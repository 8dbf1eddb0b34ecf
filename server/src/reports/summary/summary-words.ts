import { pointsBetween } from '#shared/compare-figures';
import { formatCount, formatPercent, NO_BREAK } from '#shared/format-figures';
import { HOUR_MS } from '#shared/limits';
import type { Rate } from '#shared/statistics';
import { countBuckets, type Span, startOfDay } from '#shared/time-buckets';
import { summaryWords } from '../../words/server-messages.ts';

export interface Asked {
  /** Null for a funnel that is open on a side. */
  span: Span | null;
  zone: string;
}

/** `12 people` or `One person`. */
export const people = (count: number): string =>
  summaryWords.people(count, { people: formatCount(count) });

/** ` in 30 days`, ` in 60 minutes`; nothing for an open range. */
export function inLength({ span, zone }: Asked): string {
  return span === null ? '' : ` ${lengthOf(span, zone)}`;
}

function lengthOf(span: Span, zone: string): string {
  const words = summaryWords.period;
  const { from, to } = span;
  const days = countBuckets(span, 'day', zone);
  const isWhole = startOfDay(from, zone) === from && to - from + 1 > HOUR_MS;
  // A single day is called a day only when it is over.
  if (isWhole && (days > 1 || startOfDay(to + 1, zone) > from))
    return words.days(days, { days: formatCount(days) });
  const minutes = Math.round((to - from + 1) / 60_000);
  return minutes < 120
    ? words.minutes({ minutes })
    : words.hours({ hours: formatCount(Math.round(minutes / 60)) });
}

/** How a count compares: `10 % more than before`, `2.1 times as many as before`, `as many as before`. */
export function compared(now: number, before: number, than: string): string {
  const words = summaryWords.compared;
  const ratio = now / before;
  if (ratio >= 1.95) return words.times({ times: ratio.toFixed(ratio < 9.95 ? 1 : 0), than });
  const size = Math.round(Math.abs(ratio - 1) * 100);
  if (size === 0) return words.same({ than });
  return words[now > before ? 'more' : 'fewer']({ percent: `${size}${NO_BREAK}%`, than });
}

export const verdict = (isClear: boolean): string =>
  summaryWords.verdict[isClear ? 'clear' : 'chance'];

export const shareOf = ({ successes, trials }: Rate): number =>
  trials === 0 ? 0 : successes / trials;

export const percent = (rate: Rate): string => formatPercent(shareOf(rate));

/** `1.2 points more than before`, `0.3 points less than before`. */
export function pointsWords(now: Rate, before: Rate): string {
  const words = summaryWords.points;
  const points = pointsBetween(now, before);
  const size = Math.abs(points).toFixed(1);
  return size === '0.0' ? words.same : words[points > 0 ? 'more' : 'less']({ points: size });
}
