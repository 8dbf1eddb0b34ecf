import { expect, test } from 'vitest';
import * as format from './format-figures.ts';

test('counts group their digits, and shares have one decimal', () => {
  expect(format.formatCount(1234567)).toBe('1,234,567');
  expect(format.formatShare(1, 3)).toBe('33.3\u00a0%');
  expect(format.formatShare(0, 5)).toBe('0.0\u00a0%');
});

test.each([
  [3, 29, '10.3\u00a0%, 3 of 29', '3.6 – 26.4\u00a0%'],
  [3, 30, '10.0\u00a0%', '3.5 – 25.6\u00a0%'],
  [0, 0, '–', ''],
])('the rate of %i of %i is %s, and its interval %s', (successes, trials, rate, interval) => {
  expect(format.formatRate({ successes, trials })).toBe(rate);
  expect(format.formatInterval({ successes, trials })).toBe(interval);
});

test.each([
  [null, '–'],
  [0, '0\u00a0s'],
  [9.97, '10\u00a0s'],
  [59.6, '1\u00a0min'],
  [252, '4\u00a0min 12\u00a0s'],
  [3661, '1\u00a0h 1\u00a0min'],
  [90_000, '1\u00a0d 1\u00a0h'],
  [57 * 86_400 + 40_000, '57\u00a0d'],
])('%s seconds are %s', (seconds, words) => {
  expect(format.formatSeconds(seconds)).toBe(words);
});

test.each([
  [120, 300, '2–5\u00a0min'],
  [43_200, 86_400, '12–24\u00a0h'],
])('durations from %s to %s seconds are %s', (from, to, words) => {
  expect(format.formatSecondsRange(from, to)).toBe(words);
});
