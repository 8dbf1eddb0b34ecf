import { expect, test } from 'vitest';
import { toBuckets } from './buckets.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    index,
  }));

test('up to a quarter, each day has its own bucket', () => {
  const { unit, buckets } = toBuckets(days(92));
  expect(unit).toBe('day');
  expect(buckets).toHaveLength(92);
  expect(buckets[0]).toMatchObject({ key: '2026-01-01', shortLabel: '1 Jan', label: '1 Jan 2026' });
});

test('beyond a quarter, days are grouped into weeks; the last week is whole and no day is lost', () => {
  const { unit, buckets } = toBuckets(days(100));
  expect(unit).toBe('week');
  expect(buckets.map((bucket) => bucket.days.length)).toEqual([2, ...Array(14).fill(7)]);
  expect(buckets.flatMap((bucket) => bucket.days)).toEqual(days(100));
  expect(buckets.at(-1)).toMatchObject({ label: '4 Apr – 10 Apr 2026' });
});

test('a week with only one day is labelled as that day', () => {
  expect(toBuckets(days(99)).buckets[0]).toMatchObject({ label: '1 Jan 2026' });
});

test('no days make no buckets', () => {
  expect(toBuckets([]).buckets).toEqual([]);
});
