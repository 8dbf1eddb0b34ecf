import { expect, test } from 'vitest';
import { rateDifference } from '#shared/compare-figures';
import type { FunnelReport } from '#shared/growth';
import { type BreakdownRow, breakdownFile, breakdownRowsOf } from './breakdown-rows.ts';

const steps = (...counts: number[]) => counts.map((count) => ({ count }));
const differenceIn = ({ conversion, rest }: BreakdownRow) => rateDifference(conversion, rest);
const report = (values: Record<string, [number, number]>, others: [number, number] | null = null) =>
  ({
    breakdown: Object.entries(values).map(([value, counts]) => ({
      value: value || null,
      steps: steps(...counts),
    })),
    others: others && { values: 4, steps: steps(...others) },
    steps: steps(0, 0),
  }) as unknown as FunnelReport;

test('each row is compared with all others together', () => {
  const rows = breakdownRowsOf(
    report({ search: [1000, 200], '': [1000, 100], social: [20, 2] }, [980, 98]),
    null,
    'channel',
  );
  expect(rows.map((row) => [row.label, differenceIn(row)])).toEqual([
    ['Search', '▲\u00a010.0\u00a0pts'], // 200 of 1000 beside 200 of 2000
    ['(none)', '▼\u00a05.0\u00a0pts'], // 100 of 1000 beside 300 of 2000
    ['Social', null],
    ['4 others', '▼\u00a05.0\u00a0pts'],
  ]);
});

test('a row alone is compared with nobody', () => {
  const rows = breakdownRowsOf(report({ search: [1000, 200] }), null, 'utm_source');
  expect(rows.map(differenceIn)).toEqual([null]);
});

test('each step of a row stands beside that of the same value in the period before', () => {
  const before = report({ search: [1000, 100], social: [10, 5] }, [10, 5]);
  const now = report({ search: [1000, 200], video: [10, 5] }, [10, 5]);
  const earlier = (then: FunnelReport) =>
    breakdownRowsOf(now, then, 'utm_source').map((row) =>
      row.steps.map((step) => step.before && [step.before.count, step.before.ofFirst]),
    );
  const search = [
    [1000, null],
    [100, { successes: 100, trials: 1000 }],
  ];
  // Videos may be among the others, who are other people than those of now.
  expect(earlier(before)).toEqual([search, [null, null], [null, null]]);
  // Where all values are listed, nobody came by video.
  const nobody = [
    [0, null],
    [0, { successes: 0, trials: 0 }],
  ];
  expect(earlier(report({ search: [1000, 100] }))).toEqual([search, nobody, [null, null]]);
});

test('a value that strangers called like no value, or like what every object has, is shown as it is', () => {
  const counts: [number, number] = [9, 1];
  const values = { '': counts, '(none)': counts, constructor: counts };
  const labels = breakdownRowsOf(report(values), null, 'utm_source').map(({ label }) => label);
  expect(labels).toEqual(['(none)', '"(none)"', 'constructor']);
});

test('only channels have names of ours: a source called “video” is shown as it is written', () => {
  const label = (by: string) => breakdownRowsOf(report({ video: [9, 1] }), null, by)[0]?.label;
  expect([label('channel'), label('utm_source')]).toEqual(['Video', 'video']);
});

test('the file has rates, intervals, the period before and the difference from all other rows', () => {
  const now = report({ search: [1000, 200], social: [20, 2] }, [980, 98]);
  const rows = breakdownRowsOf(now, report({ search: [1000, 100] }), 'channel');
  const options = { isCompared: true, comparesRows: true };
  const [head = [], search = [], social = [], others = []] = breakdownFile(
    rows,
    ['Saw', 'Signed up'],
    options,
  );
  const cell = (row: typeof head, title: string) => row[head.indexOf(title)];
  expect(head).toHaveLength(new Set(head).size);
  expect(cell(search, 'Signed up, of first')).toBe(0.2);
  expect(cell(search, 'Signed up, of first, 95 % to')).toBeCloseTo(0.226, 3);
  expect(cell(search, 'Signed up, of first in the period before')).toBe(0.1);
  expect(cell(search, 'Signed up, of first, clear difference')).toBeCloseTo(0.1);
  expect(cell(search, 'Against the rest, clear difference')).toBeCloseTo(0.1);
  expect(cell(social, 'Remarks')).toBe('Signed up, of first: few');
  expect(cell(social, 'Against the rest, clear difference')).toBeNull();
  expect(cell(others, 'Saw in the period before')).toBeNull();
  for (const row of [search, social, others]) expect(row).toHaveLength(head.length);
});
