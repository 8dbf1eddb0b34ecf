import { expect, test } from 'vitest';
import { differ, wilson, zOfDifference } from './statistics.ts';

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
  [...HIVES, false],
  [...ASPIRIN, true],
  [ASPIRIN[1], ASPIRIN[0], true],
  // The limit lies at a z of 1.96.
  [rate(536, 1000), rate(493, 1000), false],
  [rate(537, 1000), rate(493, 1000), true],
  // Too few, or too alike.
  [rate(3, 3), rate(0, 3), false],
  [rate(0, 0), rate(50, 100), false],
  [rate(0, 100), rate(0, 100), false],
  [rate(92, 100), rate(100, 100), false],
])('whether %j and %j differ clearly: %s', (a, b, isClear) => {
  expect(differ(a, b)).toBe(isClear);
});
