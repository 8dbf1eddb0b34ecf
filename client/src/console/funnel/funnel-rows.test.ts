import { expect, test } from 'vitest';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import { fileOf } from '../ui/table.tsx';
import { stepTable, toRows } from './funnel-rows.ts';

const funnel = (...counts: number[]) =>
  ({
    labels: counts.map((_, step) => `step ${step}`),
    steps: counts.map((count) => ({ count, medianSeconds: null, averageSeconds: null })),
  }) as unknown as FunnelReport;

test('each step has its loss, and the first of the largest losses is marked, if there is one', () => {
  const rows = toRows(funnel(100, 60, 20, 20), null);
  expect(rows.map(({ lost }) => lost)).toEqual([40, 40, 0, null]);
  expect(rows.map(({ isLargestLoss }) => isLargestLoss)).toEqual([true, false, false, false]);
  expect(conversionOf(funnel(100, 60, 20).steps)).toEqual({ successes: 20, trials: 100 });
  // A loss alone is not the largest.
  for (const alike of [funnel(7, 7, 7), funnel(9, 7), funnel(9, 9, 7)])
    expect(toRows(alike, null).some(({ isLargestLoss }) => isLargestLoss)).toBe(false);
});

/** Returns the rows of the file as titles with their cells. */
const asRecords = (...[now, before]: Parameters<typeof stepTable>) => {
  const [head = [], ...rows] = fileOf(stepTable(now, before));
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index], cell])));
};

test('the file has each number of the table, plain, and what the table says in words as remarks', () => {
  const before = { ...funnel(80, 60, 30), share: 0.5, span: { from: 0, to: 1 } };
  const [first, second] = asRecords(funnel(100, 20, 10), before);
  expect(first).toMatchObject({
    Step: 'step 0',
    People: 100,
    'People in the period before': 80,
    'People, change': 0.25,
    'Went no further': 80,
    'Of first': null,
    Remarks: 'the most here',
  });
  expect(second).toMatchObject({
    'Of previous': 0.2,
    'Of previous, 95 % from': expect.closeTo(0.133, 3),
    'Of previous, 95 % to': expect.closeTo(0.289, 3),
    'Of previous in the period before': 0.75,
    'Of previous, clear difference': expect.closeTo(-0.55),
    'Median seconds to step in the period before': null,
    Remarks: '',
  });
  const [, alone = {}] = asRecords(funnel(20, 5), null);
  expect(Object.keys(alone).join()).not.toMatch(/period before|change|difference|Of first/);
  expect(alone).toMatchObject({ Remarks: 'Of previous: of fewer than 30 people' });
});
