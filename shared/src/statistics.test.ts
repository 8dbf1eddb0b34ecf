import { expect, test } from 'vitest';
import { differ, wilson, zOfDifference } from './statistics.ts';

// R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %i of %i is the published one', (successes, trials, low, high) => {
  const interval = wilson(successes, trials);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test('the interval never leaves 0 to 1, and is the whole range without people', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilson(0, 7).low).toBe(0);
  expect(wilson(7, 7).high).toBe(1);
  expect(wilson(7, 7).low).toBeCloseTo(1 - wilson(0, 7).high, 12);
});

// Introductory Statistics (OpenStax), example 10.8: the p-value is 0.1404, so z is 1.474.
const HIVES = [
  { successes: 20, trials: 200 },
  { successes: 12, trials: 200 },
] as const;
// The Physicians' Health Study (New England Journal of Medicine 321, 1989): heart attacks with placebo and with
// aspirin. A. Agresti, An Introduction to Categorical Data Analysis, section 2.2: z is 5.00.
const ASPIRIN = [
  { successes: 189, trials: 11_034 },
  { successes: 104, trials: 11_037 },
] as const;

test('the test statistic is the published one, in either direction', () => {
  expect(zOfDifference(...HIVES)).toBeCloseTo(1.474, 3);
  expect(zOfDifference(HIVES[1], HIVES[0])).toBeCloseTo(-1.474, 3);
  expect(zOfDifference(...ASPIRIN)).toBeCloseTo(5.0, 2);
});

test('only a clear difference is called one', () => {
  expect(differ(...HIVES)).toBe(false);
  expect(differ(...ASPIRIN)).toBe(true);
  expect(differ(ASPIRIN[1], ASPIRIN[0])).toBe(true);
});

test('at the 5 % level the limit lies at a z of 1.96', () => {
  const of = (successes: number) => ({ successes, trials: 1000 });
  expect(zOfDifference(of(536), of(493))).toBeLessThan(1.96);
  expect(differ(of(536), of(493))).toBe(false);
  expect(zOfDifference(of(537), of(493))).toBeGreaterThan(1.96);
  expect(differ(of(537), of(493))).toBe(true);
});

test.each([
  [
    { successes: 3, trials: 3 },
    { successes: 0, trials: 3 },
  ],
  [
    { successes: 0, trials: 0 },
    { successes: 50, trials: 100 },
  ],
  [
    { successes: 0, trials: 100 },
    { successes: 0, trials: 100 },
  ],
])('%j and %j are too few, or too alike, for a difference', (a, b) => {
  expect(differ(a, b)).toBe(false);
});
