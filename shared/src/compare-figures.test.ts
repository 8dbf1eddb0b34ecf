import { expect, test } from 'vitest';
import {
  compareCounts,
  compareRates,
  compareSeconds,
  describeChange,
  rateDifference,
} from './compare-figures.ts';

test('a count just shows its change', () => {
  const change = (now: number, before: number) => describeChange(compareCounts(now, before));
  expect(change(50, 40)).toBe('was 40, +25\u00a0%');
  expect(change(30, 40)).toBe('was 40, −25\u00a0%');
  expect(change(40, 40)).toBe('was 40, the same');
  expect(change(10_040, 10_000)).toBe('was 10,000, +0.4\u00a0%');
  expect(change(700, 7)).toBe('was 7, 100 times as many');
  expect(change(40, 0)).toBe('was 0');
});

test('a change of a rate is a difference only beyond chance', () => {
  const before = { successes: 100, trials: 1000 };
  const [more, little, nobody] = [
    { successes: 150, trials: 1000 },
    { successes: 110, trials: 1000 },
    { successes: 0, trials: 0 },
  ];
  expect(describeChange(compareRates(more, before))).toBe('was 10.0\u00a0%, +5.0\u00a0points');
  expect(describeChange(compareRates(little, before))).toBe('was 10.0\u00a0%, no clear difference');
  expect(describeChange(compareRates(before, nobody))).toBe('was nobody');
  expect(describeChange(compareRates(nobody, before))).toBe('was 10.0\u00a0%');
});

test('a time shows how much longer or shorter it is', () => {
  expect(compareSeconds(200, 240)).toEqual({
    now: '3\u00a0min 20\u00a0s',
    before: '4\u00a0min',
    change: '−40\u00a0s',
  });
  expect(describeChange(compareSeconds(3720, 3600))).toBe('was 1\u00a0h, +2\u00a0min');
  expect(describeChange(compareSeconds(2.5, 1.2))).toBe('was 1.2\u00a0s, +1.3\u00a0s');
  // As exact as the times themselves.
  expect(describeChange(compareSeconds(13.4, 20.9))).toBe('was 21\u00a0s, −8\u00a0s');
  expect(describeChange(compareSeconds(13.4, 13.1))).toBe('was 13\u00a0s, the same');
  expect(describeChange(compareSeconds(60, null))).toBe('was nobody');
  expect(describeChange(compareSeconds(null, 60))).toBe('was 1\u00a0min');
});

test('the rate of nobody differs from none', () => {
  const [some, nobody] = [
    { successes: 100, trials: 1000 },
    { successes: 0, trials: 0 },
  ];
  expect(rateDifference(some, nobody)).toBeNull();
  expect(rateDifference(nobody, some)).toBeNull();
});
