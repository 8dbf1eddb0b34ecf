import { expect, test } from 'vitest';
import {
  compareCounts,
  comparePeople,
  compareRates,
  compareSeconds,
  describeChange,
  rateDifference,
} from './compare-figures.ts';

test('a count shows its change and what it was', () => {
  const change = (now: number, before: number) => describeChange(compareCounts(now, before));
  expect(change(50, 40)).toBe('+25\u00a0% ·\u00a040');
  expect(change(30, 40)).toBe('−25\u00a0% ·\u00a040');
  expect(change(40, 40)).toBe('same ·\u00a040');
  expect(change(10_040, 10_000)).toBe('+0.4\u00a0% ·\u00a010,000');
  expect(change(700, 7)).toBe('×100 ·\u00a07');
  // From next to nothing there is no change.
  expect(change(700, 4)).toBeNull();
  expect(change(40, 0)).toBeNull();
});

test('only people have an arrow, and only beyond chance', () => {
  expect(describeChange(comparePeople(50, 40))).toBe('+25\u00a0% ·\u00a040');
  expect(describeChange(comparePeople(70, 40))).toBe('▲\u00a075\u00a0% ·\u00a040');
  expect(describeChange(comparePeople(40, 70))).toBe('▼\u00a043\u00a0% ·\u00a070');
  expect(describeChange(compareCounts(70, 40))).toBe('+75\u00a0% ·\u00a040');
});

test('a change of a rate has an arrow only beyond chance', () => {
  const before = { successes: 100, trials: 1000 };
  const [more, little, nobody] = [
    { successes: 150, trials: 1000 },
    { successes: 110, trials: 1000 },
    { successes: 0, trials: 0 },
  ];
  expect(describeChange(compareRates(more, before))).toBe('▲\u00a05.0\u00a0pts ·\u00a010.0\u00a0%');
  expect(describeChange(compareRates(little, before))).toBe('+1.0\u00a0pts ·\u00a010.0\u00a0%');
  expect(describeChange(compareRates(before, nobody))).toBeNull();
  expect(describeChange(compareRates(nobody, before))).toBeNull();
});

test('a time shows how much longer or shorter it is', () => {
  expect(compareSeconds(200, 240)).toMatchObject({
    now: '3\u00a0min 20\u00a0s',
    before: '4\u00a0min',
    change: '−40\u00a0s',
  });
  expect(describeChange(compareSeconds(3720, 3600))).toBe('+2\u00a0min ·\u00a01\u00a0h');
  expect(describeChange(compareSeconds(2.5, 1.2))).toBe('+1.3\u00a0s ·\u00a01.2\u00a0s');
  // As exact as the times themselves.
  expect(describeChange(compareSeconds(13.4, 20.9))).toBe('−8\u00a0s ·\u00a021\u00a0s');
  expect(describeChange(compareSeconds(13.4, 13.1))).toBe('same ·\u00a013\u00a0s');
  expect(describeChange(compareSeconds(60, null))).toBeNull();
  expect(describeChange(compareSeconds(null, 60))).toBeNull();
});

test('two groups are told apart only beyond chance', () => {
  const [some, more, nobody] = [
    { successes: 100, trials: 1000 },
    { successes: 150, trials: 1000 },
    { successes: 0, trials: 0 },
  ];
  expect(rateDifference(more, some)).toBe('▲\u00a05.0\u00a0pts');
  expect(rateDifference(some, { successes: 101, trials: 1000 })).toBeNull();
  expect(rateDifference(some, nobody)).toBeNull();
  expect(rateDifference(nobody, some)).toBeNull();
});
