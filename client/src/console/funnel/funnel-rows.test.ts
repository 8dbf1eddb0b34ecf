import { expect, test } from 'vitest';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import { csvOf, rowsOf } from './funnel-rows.ts';

const funnel = (...counts: number[]) =>
  ({
    labels: counts.map((_, step) => `step ${step}`),
    steps: counts.map((count) => ({ count, medianSeconds: null, averageSeconds: null })),
  }) as unknown as FunnelReport;

test('each step has its loss, and the first of the largest losses is marked', () => {
  const rows = rowsOf(funnel(100, 60, 20, 20), null);
  expect(rows.map(({ lost }) => lost)).toEqual([40, 40, 0, null]);
  expect(rows.map(({ isLargestLoss }) => isLargestLoss)).toEqual([true, false, false, false]);
});

test('without a loss none is marked', () => {
  const rows = rowsOf(funnel(7, 7), null);
  expect(rows.some(({ isLargestLoss }) => isLargestLoss)).toBe(false);
});

test('each step is a share of the first and of the previous one, now and in the period before', () => {
  const [first, second] = rowsOf(funnel(100, 60), funnel(80, 20));
  expect(first).toMatchObject({ ofPrevious: null, before: { count: 80, ofPrevious: null } });
  expect(second).toMatchObject({
    ofFirst: { successes: 60, trials: 100 },
    ofPrevious: { successes: 60, trials: 100 },
    before: { count: 20, ofPrevious: { successes: 20, trials: 80 } },
  });
  expect(conversionOf(funnel(100, 60, 20).steps)).toEqual({ successes: 20, trials: 100 });
});

test('the file has a number in each column that has a value', () => {
  const [head = [], first, second] = csvOf(rowsOf(funnel(100, 60), funnel(80, 20)));
  expect(first).toHaveLength(head.length);
  expect(first?.slice(0, 6)).toEqual(['step 0', 100, 40, null, null, null]);
  expect(second?.slice(0, 4)).toEqual(['step 1', 60, null, 0.6]);
  expect(second?.slice(9, 11)).toEqual([20, 0.25]);
});
