import {
  formatCount,
  formatRate,
  formatSeconds,
  formatShortCount,
  isExact,
  isKnownRate,
  NO_BREAK,
  NONE,
} from './format-figures.ts';
import { differ, type Rate } from './statistics.ts';

/** A figure beside that of the period before, in the words of the console and the command. */
export interface Comparison {
  now: string;
  before: string;
  /** Null where there is nothing to compare with, such as nobody. */
  change: string | null;
}

const SAME = 'the same';

/** Compares two counts: `50`, `40`, `+25 %`. From 0 there is no relative change. */
export const compareCounts = (now: number, before: number): Comparison => ({
  now: formatCount(now),
  before: formatShortCount(before),
  change: before === 0 || !isExact(now) ? null : relativeChange(now, before),
});

/** Compares two rates: `15.0 %`, `10.0 %`, `+5.0 points`. */
export const compareRates = (now: Rate, before: Rate): Comparison => ({
  now: formatRate(now),
  before: formatRate(before),
  change: rateDifference(now, before),
});

/** Compares two durations in seconds, which are null where nobody took any time: `4 min`, `5 min`, `−1 min`. */
export const compareSeconds = (now: number | null, before: number | null): Comparison => ({
  now: formatSeconds(now),
  before: formatSeconds(before),
  change: now === null || before === null ? null : secondsMore(now, before),
});

/** Returns what a figure was and how it has changed: `was 40, +25 %`. */
export function describeChange({ before, change }: Comparison): string {
  const was = `was ${before === NONE ? (isExact(0) ? 'nobody' : 'few') : before}`;
  return change === null ? was : `${was}, ${change}`;
}

/**
 * Returns the difference of two rates in percentage points, only where the two differ beyond chance. Null if one is the
 * rate of nobody.
 */
export function rateDifference(rate: Rate, other: Rate): string | null {
  if (!isKnownRate(rate) || !isKnownRate(other)) return null;
  if (!differ(rate, other)) return 'no clear difference';
  const points = (rate.successes / rate.trials - other.successes / other.trials) * 100;
  return `${signed(Math.abs(points).toFixed(1), points)}${NO_BREAK}points`;
}

function relativeChange(now: number, before: number): string {
  if (now === before) return SAME;
  const percent = (now / before - 1) * 100;
  if (percent >= 1000) return `${formatCount(Math.round(now / before))} times as many`;
  // A small change of a large count is a change, too.
  const digits = Math.abs(percent) < 9.95 ? 1 : 0;
  return `${signed(Math.abs(percent).toFixed(digits), percent)}${NO_BREAK}%`;
}

function secondsMore(now: number, before: number): string {
  // Rounded as they are shown, so that the difference is that of the shown times.
  const unit = Math.max(now, before) < 9.95 ? 0.1 : 1;
  const change = (Math.round(now / unit) - Math.round(before / unit)) * unit;
  return change === 0 ? SAME : signed(formatSeconds(Math.abs(change)), change);
}

/** The minus sign is as wide as the plus. */
const signed = (amount: string, change: number) => `${change < 0 ? '−' : '+'}${amount}`;
