import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { bucketsOf, periodBefore, type Span, type Unit } from '#shared/time-buckets';
import { bucketRows, formatSpan, partnersOf } from './buckets.ts';

/** Times in UTC, without the year; the second one is not in the span. */
const span = (range: string): Span => {
  const [from = NaN, end = NaN] = range.split('/').map((time) => Date.parse(`2026-${time}Z`));
  return { from, to: end - 1 };
};
const bucketsIn = (period: Span, unit: Unit, zone: string) =>
  bucketsOf(period, unit, zone).map((time) => ({ from: new Date(time).toISOString() }));
const rowsOf = (unit: Unit, zone: string, range: string) =>
  bucketRows({ buckets: bucketsIn(span(range), unit, zone), unit, zone, period: span(range) });
/** Returns how many hours lie between each bucket and the one before with which it is compared. */
function hoursBack(unit: Unit, zone: string, range: string, earlier?: Span) {
  const period = span(range);
  const before = earlier ?? periodBefore(period, zone);
  const buckets = bucketsIn(period, unit, zone);
  const partners = partnersOf({ buckets, unit, zone, period }, bucketsIn(before, unit, zone));
  return buckets.map(({ from }, index) => {
    const partner = partners[index];
    return partner ? (Date.parse(from) - Date.parse(partner.from)) / HOUR_MS : null;
  });
}

test('days are those of the time zone, and only the last one is unfinished', () => {
  expect(rowsOf('day', 'Europe/Berlin', '03-12T23:00/03-14T11:32')).toMatchObject([
    { key: '2026-03-12T23:00:00.000Z', label: '13 Mar 2026', shortLabel: '13 Mar', partial: false },
    { label: '14 Mar 2026', remarks: ['so far'], shortLabel: '14 Mar', partial: true },
  ]);
  const [ended] = rowsOf('day', 'Europe/Berlin', '03-12T23:00/03-13T23:00');
  expect(ended).toMatchObject({ remarks: [], partial: false });
});

test('weeks begin on Monday; one that the period cuts is marked at either end', () => {
  const rows = rowsOf('week', 'UTC', '03-04T00:00/03-17T12:00');
  expect(rows.map(({ label, remarks, partial }) => [label, remarks, partial])).toEqual([
    ['2 Mar – 8 Mar 2026', ['in part'], true],
    ['9 Mar – 15 Mar 2026', [], false],
    ['16 Mar – 22 Mar 2026', ['so far'], true],
  ]);
});

test('the two hours after the clocks went back have different labels', () => {
  const labels = rowsOf('hour', 'Europe/Berlin', '10-25T00:00/10-25T02:00').map((row) => row.label);
  expect(labels).toEqual(['25 Oct 2026, 02:00 CEST', '25 Oct 2026, 02:00 CET']);
});

test('on the days on which the clock changes, hours are compared with the same hours of the day before', () => {
  const hours = (range: string) => hoursBack('hour', 'Europe/Berlin', range);
  // On 29 March, 03:00 comes after 01:00.
  expect(hours('03-28T23:00/03-29T04:30')).toEqual([24, 24, 23, 23, 23, 23]);
  // On 25 October 02:00 comes twice.
  expect(hours('10-24T22:00/10-25T03:30')).toEqual([24, 24, 24, null, 25, 25]);
  // The day before had it twice.
  expect(hours('10-25T23:00/10-26T03:30')).toEqual([25, 25, 25, 24, 24]);
});

test('a day that starts at 01:00 is compared by its hours; days, weeks and the last hour by their order', () => {
  expect(hoursBack('hour', 'Africa/Cairo', '04-23T22:00/04-24T00:10')).toEqual([23, 23, 23]);
  expect(hoursBack('day', 'Europe/Berlin', '03-28T23:00/03-30T22:00')).toEqual([48, 47]);
  expect(hoursBack('week', 'UTC', '03-09T00:00/03-29T12:00')).toEqual([504, 504, 504]);
  expect(hoursBack('hour', 'UTC', '03-29T00:32/03-29T01:32')).toEqual([1, 1]);
});

test('an hour that starts at midnight is compared with the hour before', () => {
  const before = span('03-28T23:00/03-29T00:00');
  expect(hoursBack('hour', 'UTC', '03-29T00:00/03-29T01:00', before)).toEqual([1]);
});

/** Versions of ICU put different spaces around a dash. */
const closed = (text: string) => text.replace(/\s*–\s*/, '–');

test.each<[Unit, string, string[]]>([
  ['day', '03-10T00:00/03-12T00:50', ['on 7 Mar', 'on 8 Mar', 'on 9 Mar until 00:50']],
  ['day', '03-10T00:00/03-12T00:00', ['on 8 Mar', 'on 9 Mar']],
  ['hour', '03-10T00:00/03-10T01:50', ['on 00:00', 'on 01:00 until 01:50']],
  ['week', '03-09T00:00/03-17T12:00', ['on 28 Feb–1 Mar', 'on 2–8 Mar until 12:00']],
])('by the %s, %s is compared with what says where it is cut', (unit, range, labels) => {
  const period = span(range);
  const before = periodBefore(period, 'UTC');
  const buckets = bucketsIn(period, unit, 'UTC');
  const times = { buckets, unit, zone: 'UTC', period };
  const rows = bucketRows(times, bucketsIn(before, unit, 'UTC'), before);
  expect(rows.map(({ beforeLabel }) => closed(beforeLabel ?? ''))).toEqual(labels);
});

test.each([
  ['03-01T00:00/03-08T00:00', '1–7 Mar 2026'],
  ['03-01T00:00/03-08T00:50', '1–8 Mar 2026 until 00:50'],
  ['03-08T00:00/03-08T00:50', '8 Mar 2026 until 00:50'],
  ['03-08T00:10/03-08T01:10', '8 Mar 2026, 00:10–01:10'],
])('the days and times of %s are %s', (range, text) => {
  expect(closed(formatSpan(span(range), 'UTC'))).toBe(text);
});
