import { differ, FEW, type Rate, wilson } from '#shared/statistics';
import { growthText } from '../words.ts';
import { formatCount, formatShare } from './format-figures.ts';

const words = growthText.change;

/** Returns how a count has changed, in words: `was 40, +25 %`. From 0 there is no relative change. */
export function countChange(count: number, before: number): string {
  const was = words.was(formatCount(before));
  if (before === 0) return was;
  const percent = (count / before - 1) * 100;
  // A small change of a large count is a change, too.
  const digits = Math.abs(percent) < 9.95 ? 1 : 0;
  const change =
    count === before
      ? words.same
      : percent < 1000
        ? words.percent(signed(Math.abs(percent).toFixed(digits), percent))
        : words.times(formatCount(Math.round(count / before)));
  return `${was}, ${change}`;
}

/** Returns how a rate has changed, in words: `was 10.0 %, +5.0 points`. */
export function rateChange(rate: Rate, before: Rate): string {
  const was = words.was(before.trials === 0 ? words.nobody : formatRate(before));
  const difference = rateDifference(rate, before);
  return difference === null ? was : `${was}, ${difference}`;
}

/**
 * Returns the difference of two rates in percentage points, only where the two differ beyond chance. Null if one is the
 * rate of nobody.
 */
export function rateDifference(rate: Rate, before: Rate): string | null {
  if (rate.trials === 0 || before.trials === 0) return null;
  if (!differ(rate, before)) return words.noClearDifference;
  const points = (rate.successes / rate.trials - before.successes / before.trials) * 100;
  return words.points(signed(Math.abs(points).toFixed(1), points));
}

/** Returns a rate in percent: `12.5 %`, and below {@link FEW} people `12.5 %, few`. */
export const formatRate = (rate: Rate): string =>
  withFew(formatShare(rate.successes, rate.trials), rate);

/** Returns the rate's 95 % interval: `10.1 – 15.2 %`. Empty for the rate of nobody. */
export function formatInterval({ successes, trials }: Rate): string {
  if (trials === 0) return '';
  const { low, high } = wilson(successes, trials);
  return `${(low * 100).toFixed(1)} – ${formatShare(high, 1)}`;
}

/** Adds to words about a rate that it is one of few people. */
export const withFew = (text: string, { trials }: Rate): string =>
  trials > 0 && trials < FEW ? words.few(text) : text;

/** The minus sign is as wide as the plus. */
const signed = (amount: string, change: number) => `${change < 0 ? '−' : '+'}${amount}`;

/** Returns the keys of a period, and then those that only the period before has: what fell to nothing is shown, too. */
export function keysOfBoth<Row, Key>(
  now: readonly Row[],
  before: readonly Row[],
  keyOf: (row: Row) => Key,
): Key[] {
  return [...new Set([...now, ...before].map(keyOf))];
}
