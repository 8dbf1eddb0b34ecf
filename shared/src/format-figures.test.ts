import { expect, onTestFinished, test } from 'vitest';
import {
  formatCount,
  formatInterval,
  formatRate,
  formatSeconds,
  formatSecondsRange,
  formatShare,
  tellApartFrom,
} from './format-figures.ts';

test('counts group their digits, shares have one decimal, and a whole of 0 has no share', () => {
  expect(formatCount(1234567)).toBe('1,234,567');
  expect(formatShare(1, 3)).toBe('33.3\u00a0%');
  expect(formatShare(0, 5)).toBe('0.0\u00a0%');
  expect(formatShare(0, 0)).toBe('–');
});

test('a page that tells apart five people says so of fewer, and of what rests on them', () => {
  onTestFinished(() => tellApartFrom(0));
  tellApartFrom(5);
  expect([formatCount(0), formatCount(5)]).toEqual(['fewer than 5', '5']);
  expect(formatRate({ successes: 0, trials: 40 })).toBe('–');
  expect(formatInterval({ successes: 0, trials: 40 })).toBe('');
  expect(formatInterval({ successes: 5, trials: 40 })).not.toBe('');
});

test('a rate of few people says so', () => {
  expect(formatRate({ successes: 3, trials: 29 })).toBe('10.3\u00a0%, few');
  expect(formatRate({ successes: 3, trials: 30 })).toBe('10.0\u00a0%');
  expect(formatRate({ successes: 0, trials: 0 })).toBe('–');
  expect(formatInterval({ successes: 3, trials: 30 })).toMatch(/^3\.5 – 25\.6\u00a0%$/);
  expect(formatInterval({ successes: 0, trials: 0 })).toBe('');
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
