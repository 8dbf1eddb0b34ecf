import { expect, test } from 'vitest';
import { bucketsOf, periodBefore, type Span, type Unit } from '#shared/time-buckets';
import { bucketRows, partnersOf } from './buckets.ts';

const bucketsIn = (period: Span, unit: Unit, zone: string) =>
  bucketsOf(period, unit, zone).map((time) => ({ from: new Date(time).toISOString() }));
const rowsOf = (from: string, to: string, unit: Unit, zone: string) => {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  return bucketRows({ buckets: bucketsIn(period, unit, zone), unit, zone, period });
};
/** Returns each bucket's time with that of the one before with which it is compared. */
const pairsOf = (from: string, to: string, unit: Unit, zone: string, before?: Span) => {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  const buckets = bucketsIn(period, unit, zone);
  const earlier = bucketsIn(before ?? periodBefore(period, zone), unit, zone);
  const partners = partnersOf({ buckets, unit, zone, period }, earlier);
  return buckets.map((bucket, index) => [
    bucket.from.slice(5, 16),
    partners[index]?.from.slice(5, 16),
  ]);
};

test('days are those of the time zone, and only the last one is unfinished', () => {
  const rows = rowsOf('2026-03-12T23:00:00Z', '2026-03-14T11:32:00Z', 'day', 'Europe/Berlin');
  expect(rows).toMatchObject([
    { key: '2026-03-12T23:00:00.000Z', label: '13 Mar 2026', shortLabel: '13 Mar', partial: false },
    { label: '14 Mar 2026', remarks: ['so far'], shortLabel: '14 Mar', partial: true },
  ]);
});

test('a day that has ended is complete', () => {
  const rows = rowsOf('2026-03-12T23:00:00Z', '2026-03-13T22:59:59.999Z', 'day', 'Europe/Berlin');
  expect(rows).toMatchObject([{ label: '13 Mar 2026', partial: false }]);
});

test('weeks begin on Monday; one that the period cuts is marked at either end', () => {
  const rows = rowsOf('2026-03-04T00:00:00Z', '2026-03-17T12:00:00Z', 'week', 'UTC');
  expect(rows.map(({ label, remarks, partial }) => [label, remarks, partial])).toEqual([
    ['2 Mar – 8 Mar 2026', ['in part'], true],
    ['9 Mar – 15 Mar 2026', [], false],
    ['16 Mar – 22 Mar 2026', ['so far'], true],
  ]);
});

test('the two hours after the clocks went back have different labels', () => {
  const rows = rowsOf('2026-10-25T00:00:00Z', '2026-10-25T01:59:59.999Z', 'hour', 'Europe/Berlin');
  expect(rows.map(({ label }) => label)).toEqual([
    '25 Oct 2026, 02:00 CEST',
    '25 Oct 2026, 02:00 CET',
  ]);
});

test('on the days on which the clock changes, hours are compared with the same hours of the day before', () => {
  // In Berlin 02:00 does not come on 29 March.
  const spring = pairsOf('2026-03-28T23:00:00Z', '2026-03-29T04:30:00Z', 'hour', 'Europe/Berlin');
  expect(spring).toEqual([
    ['03-28T23:00', '03-27T23:00'], // 00:00
    ['03-29T00:00', '03-28T00:00'], // 01:00
    ['03-29T01:00', '03-28T02:00'], // 03:00
    ['03-29T02:00', '03-28T03:00'],
    ['03-29T03:00', '03-28T04:00'],
    ['03-29T04:00', '03-28T05:00'],
  ]);
  // On 25 October it comes twice.
  const autumn = pairsOf('2026-10-24T22:00:00Z', '2026-10-25T03:30:00Z', 'hour', 'Europe/Berlin');
  expect(autumn).toEqual([
    ['10-24T22:00', '10-23T22:00'], // 00:00
    ['10-24T23:00', '10-23T23:00'],
    ['10-25T00:00', '10-24T00:00'], // 02:00
    ['10-25T01:00', undefined], // 02:00 again
    ['10-25T02:00', '10-24T01:00'],
    ['10-25T03:00', '10-24T02:00'],
  ]);
  // The day before had it twice.
  const after = pairsOf('2026-10-25T23:00:00Z', '2026-10-26T03:30:00Z', 'hour', 'Europe/Berlin');
  expect(after.slice(2)).toEqual([
    ['10-26T01:00', '10-25T00:00'], // 02:00
    ['10-26T02:00', '10-25T02:00'],
    ['10-26T03:00', '10-25T03:00'],
  ]);
});

test('a day that starts at 01:00 is compared by its hours; days, weeks and the last hour by their order', () => {
  const cairo = pairsOf('2026-04-23T22:00:00Z', '2026-04-24T00:10:00Z', 'hour', 'Africa/Cairo');
  expect(cairo).toEqual([
    ['04-23T22:00', '04-22T23:00'], // 01:00
    ['04-23T23:00', '04-23T00:00'],
    ['04-24T00:00', '04-23T01:00'],
  ]);
  expect(pairsOf('2026-03-28T23:00:00Z', '2026-03-30T21:59:59Z', 'day', 'Europe/Berlin')).toEqual([
    ['03-28T23:00', '03-26T23:00'],
    ['03-29T22:00', '03-27T23:00'],
  ]);
  expect(pairsOf('2026-03-09T00:00:00Z', '2026-03-29T12:00:00Z', 'week', 'UTC')).toEqual([
    ['03-09T00:00', '02-16T00:00'],
    ['03-16T00:00', '02-23T00:00'],
    ['03-23T00:00', '03-02T00:00'],
  ]);
  expect(pairsOf('2026-03-29T00:32:00.001Z', '2026-03-29T01:32:00Z', 'hour', 'UTC')).toEqual([
    ['03-29T00:00', '03-28T23:00'],
    ['03-29T01:00', '03-29T00:00'],
  ]);
});

test('an hour that starts at midnight is compared with the hour before', () => {
  const before = {
    from: Date.parse('2026-03-28T23:00:00Z'),
    to: Date.parse('2026-03-28T23:59:59.999Z'),
  };
  expect(
    pairsOf('2026-03-29T00:00:00Z', '2026-03-29T00:59:59.999Z', 'hour', 'UTC', before),
  ).toEqual([['03-29T00:00', '03-28T23:00']]);
});
