import { expect, test } from 'vitest';
import type { FunnelReport } from '#shared/growth';
import { breakdownRowsOf } from './funnel-breakdown.tsx';

type Counts = [number, number];
/** The value that is empty stands for none. */
const report = (values: Record<string, Counts>, others: Counts | null = null) => {
  const steps = (counts: Counts) => counts.map((count) => ({ count }));
  return {
    breakdown: Object.entries(values).map(([value, counts]) => ({
      value: value || null,
      steps: steps(counts),
    })),
    others: others && { values: 4, steps: steps(others) },
    steps: steps([0, 0]),
  } as unknown as FunnelReport;
};

test('each row is compared with all others together; a row alone is compared with nobody', () => {
  const differencesIn = (one: FunnelReport) =>
    breakdownRowsOf(one, null, 'channel').map(({ label, rest, isClear }) => [
      label,
      isClear ? [rest.successes, rest.trials] : undefined,
    ]);
  const values: Record<string, Counts> = { search: [1000, 200], '': [1000, 100], social: [20, 2] };
  expect(differencesIn(report(values, [980, 98]))).toEqual([
    ['Search', [200, 2000]], // beside 200 of 1000
    ['No channel', [300, 2000]], // beside 100 of 1000
    ['Social', undefined],
    ['4 others', [302, 2020]],
  ]);
  expect(differencesIn(report({ search: [1000, 200] }))).toEqual([['Search', undefined]]);
});

test('each step of a row stands beside that of the same value in the period before', () => {
  const now = report({ search: [1000, 200], video: [10, 5] }, [10, 5]);
  const earlier = (then: FunnelReport) =>
    breakdownRowsOf(now, then, 'utm_source').map((row) =>
      row.steps.map((step) => step.before && [step.before.count, step.before.ofFirst]),
    );
  const steps = (trials: number, successes: number) => [
    [trials, null],
    [successes, { successes, trials }],
  ];
  const [search, unknown] = [steps(1000, 100), [null, null]];
  // Videos may be among the others, who are other people than those of now.
  const before = report({ search: [1000, 100], social: [10, 5] }, [10, 5]);
  expect(earlier(before)).toEqual([search, unknown, unknown]);
  // Where all values are listed, nobody came by video.
  expect(earlier(report({ search: [1000, 100] }))).toEqual([search, steps(0, 0), unknown]);
});

test('a value that strangers called like no value, or like what every object has, is told apart; only channels have names of ours', () => {
  const counts: Counts = [9, 1];
  const names = ['', 'none', 'no source', '"a"', 'constructor', 'video'];
  const values = Object.fromEntries(names.map((name) => [name, counts]));
  const rows = breakdownRowsOf(report(values), null, 'utm_source');
  const labels = rows.map(({ label }) => label);
  expect(labels).toEqual(['No source', 'none', '"no source"', '""a""', 'constructor', 'video']);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(breakdownRowsOf(report(values), null, 'channel').at(-1)?.label).toBe('Video');
});

test('a row filters every view by its value, where a filter can', () => {
  const filtersOf = (by: string) =>
    breakdownRowsOf(report({ search: [9, 1], '': [9, 1] }, [9, 1]), null, by).map(
      (row) => row.filter,
    );
  const filters = [{ by: 'channel', value: 'search' }, { by: 'channel', value: null }, null];
  expect(filtersOf('channel')).toEqual(filters);
  expect(filtersOf('event_label')).toEqual([null, null, null]);
});
