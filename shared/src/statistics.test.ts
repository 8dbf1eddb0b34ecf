import { expect, test } from 'vitest';
import {
  againstTheRest,
  clearAmong,
  differ,
  isBeyondChance,
  type Rate,
  wilson,
  zOfCounts,
  zOfDifference,
} from './statistics.ts';

const rate = (successes: number, trials: number) => ({ successes, trials });

// R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
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
const HIVES = [rate(20, 200), rate(12, 200)] as const;
// The Physicians' Health Study (New England Journal of Medicine 321, 1989): heart attacks with placebo and with
// aspirin. A. Agresti, An Introduction to Categorical Data Analysis, section 2.2: z is 5.00.
const ASPIRIN = [rate(189, 11_034), rate(104, 11_037)] as const;

test('the test statistic is the published one, in either direction', () => {
  expect(zOfDifference(...HIVES)).toBeCloseTo(1.474, 3);
  expect(zOfDifference(HIVES[1], HIVES[0])).toBeCloseTo(-1.474, 3);
  expect(zOfDifference(...ASPIRIN)).toBeCloseTo(5.0, 2);
});

test.each([
  // The limit lies at a z of 1.96.
  [rate(536, 1000), rate(493, 1000), false],
  [rate(537, 1000), rate(493, 1000), true],
  [rate(493, 1000), rate(537, 1000), true],
  // Too few, or too alike.
  [rate(3, 3), rate(0, 3), false],
  [rate(0, 0), rate(50, 100), false],
  [rate(0, 100), rate(0, 100), false],
  [rate(92, 100), rate(100, 100), false],
])('whether %j and %j differ clearly: %s', (a, b, isClear) => {
  expect(differ(a, b)).toBe(isClear);
});

test('a test is valid from an expected count of five on, in each group', () => {
  expect(zOfDifference(rate(2, 50), rate(8, 50))).toBeCloseTo(-2, 12);
  expect(zOfDifference(rate(2, 49), rate(8, 51))).toBe(0);
  expect(zOfDifference(rate(10, 1000), rate(1, 10))).toBe(0);
});

// With the continuity correction: (15 − 10 − 0.5) / √5.
test.each([
  [15, 5, 0.5, 4.5 / Math.sqrt(5)],
  [5, 15, 0.5, -4.5 / Math.sqrt(5)],
  [10, 0, 0.5, 4.5 / Math.sqrt(2.5)],
  [9, 0, 0.5, 0],
  [20, 80, 0.2, 0],
  [30, 70, 0.2, 9.5 / 4],
  [40, 1, 0.9, 0], // 4.1 are expected in the second period
])('the statistic of %i and %i counts, of which %d of the time is the first, is %d', (...given) => {
  const [a, b, share, z] = given;
  expect(zOfCounts(a, b, share)).toBeCloseTo(z, 12);
  if (share === 0.5) expect(isBeyondChance(a, b, share)).toBe(Math.abs(z) > 1.96);
});

// The normal distribution has 4 % beyond 2.0537, 2 % beyond 2.3263, 0.4 % beyond 2.8782 and 0.04 % beyond 3.5401.
const none = (many: number) => Array.from({ length: many }, () => 0);
test.each<[number[], number]>([
  [[2.05], 0],
  [[-2.06], 1],
  [[2.06, -2.06], 2],
  [[2.32, 1], 0],
  [[2.33, 1], 1],
  [[2.87, ...none(9)], 0],
  [[2.89, ...none(9)], 1],
  [[3.53, ...none(99)], 0],
  [[3.55, ...none(99)], 1],
  // What would be clear alone is not among four, unless three of them are far enough.
  [[2.6, 2.1, 2.06, 0], 1],
  [[2.6, 2.3, 2.2, 0], 3],
  [none(3), 0],
])('of the statistics %j, %i are clear among all', (zs, clear) => {
  const found = clearAmong(zs);
  expect(found).toEqual(zs.map((_, index) => index < clear));
});

test('a group that is clear beside one other is not clear of the rest among many', () => {
  const clearOf = (...rates: Rate[]) =>
    againstTheRest(rates.map((own) => ({ rate: own }))).map(({ isClear }) => isClear);
  expect(clearOf(rate(122, 1_000), rate(1_000, 10_000))).toEqual([true, true]);
  const others = Array.from({ length: 10 }, () => rate(100, 1_000));
  expect(clearOf(rate(122, 1_000), ...others)).not.toContain(true);
  expect(clearOf(rate(122, 1_000))).toEqual([false]);
});
