import { expect, test } from 'vitest';
import { countChange, formatInterval, formatRate, rateChange, rateDifference } from './compare.ts';

test('a count just shows its change', () => {
  expect(countChange(50, 40)).toBe('was 40, +25\u00a0%');
  expect(countChange(30, 40)).toBe('was 40, −25\u00a0%');
  expect(countChange(40, 40)).toBe('was 40, the same');
  expect(countChange(10_040, 10_000)).toBe('was 10,000, +0.4\u00a0%');
  expect(countChange(700, 7)).toBe('was 7, 100 times as many');
  expect(countChange(40, 0)).toBe('was 0');
});

test('a change of a rate is a difference only beyond chance', () => {
  const before = { successes: 100, trials: 1000 };
  expect(rateChange({ successes: 150, trials: 1000 }, before)).toBe('was 10.0\u00a0%, +5.0 points');
  expect(rateChange({ successes: 110, trials: 1000 }, before)).toBe(
    'was 10.0\u00a0%, no clear difference',
  );
  expect(rateChange(before, { successes: 0, trials: 0 })).toBe('was nobody');
  expect(rateChange({ successes: 0, trials: 0 }, before)).toBe('was 10.0\u00a0%');
});

test('a rate of few people says so', () => {
  expect(formatRate({ successes: 3, trials: 29 })).toBe('10.3\u00a0%, few');
  expect(formatRate({ successes: 3, trials: 30 })).toBe('10.0\u00a0%');
  expect(formatRate({ successes: 0, trials: 0 })).toBe('–');
  expect(formatInterval({ successes: 3, trials: 30 })).toMatch(/^3\.5 – 25\.6\u00a0%$/);
  expect(formatInterval({ successes: 0, trials: 0 })).toBe('');
});

test('the rate of nobody differs from none', () => {
  const [some, nobody] = [
    { successes: 100, trials: 1000 },
    { successes: 0, trials: 0 },
  ];
  expect(rateDifference(some, nobody)).toBeNull();
  expect(rateDifference(nobody, some)).toBeNull();
});
