import { expect, test } from 'vitest';
import {
  formatCount,
  formatDay,
  formatMoment,
  formatSeconds,
  formatSecondsRange,
  formatShare,
  formatTick,
} from './format-figures.ts';

test('counts group their digits, shares have one decimal, and a whole of 0 has no share', () => {
  expect(formatCount(1234567)).toBe('1,234,567');
  expect(formatShare(1, 3)).toBe('33.3\u00a0%');
  expect(formatShare(0, 5)).toBe('0.0\u00a0%');
  expect(formatShare(0, 0)).toBe('–');
  expect([250, 1500, 3_000_000].map(formatTick)).toEqual(['250', '1.5K', '3M']);
});

test.each([
  [null, '–'],
  [0, '0\u00a0s'],
  [0.44, '0.4\u00a0s'],
  [9.97, '10\u00a0s'],
  [59.4, '59\u00a0s'],
  [59.6, '1\u00a0min'],
  [252, '4\u00a0min 12\u00a0s'],
  [3600, '1\u00a0h'],
  [3661, '1\u00a0h 1\u00a0min'],
  [90_000, '1\u00a0d 1\u00a0h'],
])('%s seconds are %s', (seconds, words) => {
  expect(formatSeconds(seconds)).toBe(words);
});

test.each([
  [10, 30, '10–30\u00a0s'],
  [30, 60, '30–60\u00a0s'],
  [120, 300, '2–5\u00a0min'],
  [43_200, 86_400, '12–24\u00a0h'],
])('durations from %s to %s seconds are %s', (from, to, words) => {
  expect(formatSecondsRange(from, to)).toBe(words);
});

test('a day is that of the time zone, UTC if none is given', () => {
  expect(formatDay('2026-03-14')).toBe('14 Mar 2026');
  expect(formatDay('2026-03-14T23:59:59.999Z')).toBe('14 Mar 2026');
  expect(formatDay('2026-03-14T23:59:59.999Z', 'Europe/Berlin')).toBe('15 Mar 2026');
});

test('a time on another day includes the date', () => {
  const now = Date.UTC(2026, 2, 14, 1);
  expect(formatMoment('2026-03-14T00:05:06.999Z', now)).toBe('00:05:06');
  expect(formatMoment('2026-03-13T23:05:06Z', now)).toBe('13 Mar 23:05:06');
  expect(formatMoment('2026-03-13T23:05:06Z', now, 'Europe/Berlin')).toBe('00:05:06');
});
