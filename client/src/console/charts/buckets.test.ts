import { expect, test } from 'vitest';
import { bucketsOf, type Unit } from '#shared/time-buckets';
import { bucketRows } from './buckets.ts';

const rowsOf = (from: string, to: string, unit: Unit, zone: string) => {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  const buckets = bucketsOf(period, unit, zone).map((time) => ({
    from: new Date(time).toISOString(),
  }));
  return bucketRows({ buckets, unit, zone, period });
};

test('days are those of the time zone, and only the last one is unfinished', () => {
  const rows = rowsOf('2026-03-12T23:00:00Z', '2026-03-14T11:32:00Z', 'day', 'Europe/Berlin');
  expect(rows).toMatchObject([
    { key: '2026-03-12T23:00:00.000Z', label: '13 Mar 2026', shortLabel: '13 Mar', partial: false },
    { label: '14 Mar 2026, so far', shortLabel: '14 Mar', partial: true },
  ]);
});

test('a day that has ended is complete', () => {
  const rows = rowsOf('2026-03-12T23:00:00Z', '2026-03-13T22:59:59.999Z', 'day', 'Europe/Berlin');
  expect(rows).toMatchObject([{ label: '13 Mar 2026', partial: false }]);
});

test('weeks begin on Monday; one that the period cuts is marked at either end', () => {
  const rows = rowsOf('2026-03-04T00:00:00Z', '2026-03-17T12:00:00Z', 'week', 'UTC');
  expect(rows.map(({ label, partial }) => [label, partial])).toEqual([
    ['2 Mar – 8 Mar 2026, in part', true],
    ['9 Mar – 15 Mar 2026', false],
    ['16 Mar – 22 Mar 2026, so far', true],
  ]);
});

test('the two hours after the clocks went back have different labels', () => {
  const rows = rowsOf('2026-10-25T00:00:00Z', '2026-10-25T01:59:59.999Z', 'hour', 'Europe/Berlin');
  expect(rows.map(({ label }) => label)).toEqual([
    '25 Oct 2026, 02:00 CEST',
    '25 Oct 2026, 02:00 CET',
  ]);
});
