import {
  formatCount,
  formatRate,
  formatSeconds,
  formatShare,
  isKnownRate,
  NO_BREAK,
  shownPercent,
  shownSeconds,
} from './format-figures.ts';
import { differ, FEW, isBeyondChance, LEAST_EXPECTED, type Rate } from './statistics.ts';

/**
 * A figure beside that of the period before, in the words of the console and the command. The change is the difference of the two
 * as they are shown.
 */
export interface Comparison {
  now: string;
  before: string;
  /** `▲ 25 %` beyond chance and `+25 %` otherwise. Null where there is nothing to compare with, or too little. */
  change: string | null;
  /** Whether the two differ beyond chance; null where no test is valid. */
  isClear: boolean | null;
}

const SAME = 'same';

/**
 * Compares two counts of people, each of whom counts once: `50`, `40`, `+25 %`. From fewer than five there is no relative
 * change.
 *
 * @param share of the time that the first count is about, from 0 to 1
 */
export const comparePeople = (now: number, before: number, share: number): Comparison =>
  compareCounts(now, before, isBeyondChance(now, before, share));

/** Compares two counts of what one person does several times, such as pages. No test is valid for them. */
export const compareCounts = (
  now: number,
  before: number,
  isClear: boolean | null = null,
): Comparison => ({
  now: formatCount(now),
  before: formatCount(before),
  change: before < LEAST_EXPECTED ? null : relativeChange(now, before, isClear === true),
  isClear,
});

/** Compares two rates: `15.0 %`, `10.0 %`, `▲ 5.0 points`. */
export const compareRates = (now: Rate, before: Rate): Comparison => ({
  now: formatRate(now),
  before: formatShare(before.successes, before.trials),
  change: pointsChange(now, before),
  isClear: differ(now, before),
});

/** Compares two durations in seconds, which are null where nobody took any time: `4 min`, `5 min`, `−1 min`. */
export const compareSeconds = (now: number | null, before: number | null): Comparison => ({
  now: formatSeconds(now),
  before: formatSeconds(before),
  change: now === null || before === null ? null : secondsMore(now, before),
  isClear: null,
});

/** Returns how a figure has changed, and what it was: `▲ 25 % · 40`. Null without a comparison. */
export const describeChange = ({ before, change }: Comparison): string | null =>
  change === null ? null : `${change} ·${NO_BREAK}${before}`;

/**
 * Returns whether a period has too little for a comparison: then no figure of it is compared.
 *
 * @param count of whatever the report has most of, such as pages or events
 */
export const isNearlyEmpty = (count: number): boolean => count < FEW;

/** Returns the difference of two rates in percentage points, of which each has people. */
export const pointsBetween = (now: Rate, before: Rate): number =>
  Number(shownPercent(now.successes / now.trials)) -
  Number(shownPercent(before.successes / before.trials));

function pointsChange(now: Rate, before: Rate): string | null {
  if (!isKnownRate(now) || !isKnownRate(before) || before.trials < LEAST_EXPECTED) return null;
  const points = pointsBetween(now, before);
  const size = Math.abs(points).toFixed(1);
  if (size === '0.0') return SAME;
  return directed(`${size}${NO_BREAK}points`, points, differ(now, before));
}

function relativeChange(now: number, before: number, isClear: boolean): string {
  if (now === before) return SAME;
  const ratio = now / before;
  if (ratio >= 10) return `${isClear ? `▲${NO_BREAK}` : ''}×${formatCount(Math.round(ratio))}`;
  const percent = (ratio - 1) * 100;
  // A small change of a large count is a change, too.
  const digits = Math.abs(percent) < 9.95 ? 1 : 0;
  return directed(`${Math.abs(percent).toFixed(digits)}${NO_BREAK}%`, percent, isClear);
}

function secondsMore(now: number, before: number): string {
  const change = shownSeconds(now) - shownSeconds(before);
  return change === 0 ? SAME : directed(formatSeconds(Math.abs(change)), change, false);
}

/** An arrow stands only beyond chance. The minus sign is as wide as the plus. */
const directed = (amount: string, change: number, isClear: boolean) =>
  isClear ? `${change < 0 ? '▼' : '▲'}${NO_BREAK}${amount}` : `${change < 0 ? '−' : '+'}${amount}`;
