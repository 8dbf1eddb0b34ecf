import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from './limits.ts';
import * as time from './time-buckets.ts';
import { addDays, bucketsOf, parseDay, type Unit } from './time-buckets.ts';

const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', '');
/** From the start of the first local day to the end of the last. */
const days = (from: string, to: string, zone: string) => ({
  from: parseDay(from, zone),
  to: addDays(parseDay(to, zone), 1, zone) - 1,
});
/** From a time to the last millisecond before another, in UTC. */
const span = (range: string) => {
  const [from = NaN, end = NaN] = range.split('/').map((at) => Date.parse(`${at}Z`));
  return { from, to: end - 1 };
};
/** The lengths of all buckets that end within the days, in hours. */
function lengths(from: string, to: string, unit: Unit, zone: string) {
  const { from: start, to: last } = days(from, to, zone);
  const all = bucketsOf({ from: start, to: last + 1 }, unit, zone);
  return all.slice(1).map((end, index) => (end - (all[index] ?? 0)) / HOUR_MS);
}

test.each([
  ['UTC', '2026-03-29', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Asia/Kathmandu', '2026-03-29', 24],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['America/Sao_Paulo', '2018-11-04', 23], // the clock skipped midnight
  ['America/Sao_Paulo', '2018-02-17', 25], // and showed 23:00 to midnight twice
  ['America/Havana', '2026-11-01', 25], // midnight to 1:00 twice
])('in %s, %s has %d hours', (zone, day, hours) => {
  expect(lengths(day, day, 'day', zone)).toEqual([hours]);
  const hourly = lengths(day, day, 'hour', zone);
  expect(hourly.reduce((sum, length) => sum + length, 0)).toBe(hours);
  expect(hourly.filter((length) => length !== 1)).toHaveLength(hours % 1 === 0 ? 0 : 1);
});

test.each<[unit: Unit, zone: string, span: string, starts: string]>([
  // Days start at local midnight.
  ['day', 'Europe/Berlin', '2026-03-28T12:00/2026-03-29T22:00', '03-27T23:00 03-28T23:00'],
  ['day', 'Asia/Kathmandu', '2026-03-14T12:00/2026-03-14T13:00', '03-13T18:15'],
  // Weeks start on Monday, also across a change of the clock.
  ['week', 'Europe/Berlin', '2026-10-22T00:00/2026-10-26T00:00', '10-18T22:00 10-25T23:00'],
  // Hours start when the local clock shows a full hour, or when it is changed: at 15:00 UTC, 02:00 became 01:30.
  ['hour', 'Asia/Kolkata', '2026-03-14T12:00/2026-03-14T12:30', '03-14T11:30'],
  ['hour', 'Asia/Kathmandu', '2026-03-14T12:15/2026-03-14T13:15', '03-14T12:15'],
  ['hour', 'Australia/Lord_Howe', '2026-04-04T14:30/2026-04-04T15:10', '04-04T14:00 04-04T15:00'],
  ['hour', 'Australia/Lord_Howe', '2026-04-04T15:10/2026-04-04T16:00', '04-04T15:00 04-04T15:30'],
  ['hour', 'Europe/Berlin', '2026-10-25T00:00/2026-10-25T02:00', '10-25T00:00 10-25T01:00'],
  ['day', 'UTC', '2026-03-14T12:00/2026-03-14T12:00', ''],
])('by the %s in %s, %s has the buckets %s', (unit, zone, range, starts) => {
  const buckets = bucketsOf(span(range), unit, zone);
  expect(buckets.map((start) => iso(start).slice(5)).join(' ')).toBe(starts);
  if (starts) expect(time.countBuckets(span(range), unit, zone)).toBe(buckets.length);
});

test('a day that the calendar skipped has no bucket', () => {
  // Samoa went from 29 to 31 December 2011.
  expect(lengths('2011-12-29', '2012-01-01', 'day', 'Pacific/Apia')).toEqual([24, 24, 24]);
  expect(lengths('2011-12-26', '2012-01-01', 'week', 'Pacific/Apia')).toEqual([6 * 24]);
  expect(time.formatIsoDay(Date.parse('2011-12-30T10:00Z'), 'Pacific/Apia')).toBe('2011-12-31');
});

test.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'])(
  'the buckets of two years in %s have no gap and no overlap, whatever the start',
  (zone) => {
    const first = Date.parse('2011-01-01T00:00Z');
    const to = first + 730 * DAY_MS;
    for (const unit of ['day', 'week'] as const) {
      const whole = bucketsOf({ from: first, to }, unit, zone);
      expect(whole).toEqual([...new Set(whole)].sort((a, b) => a - b));
      for (let index = 1; index < whole.length; index += 29) {
        const from = whole[index] ?? 0;
        expect(bucketsOf({ from, to }, unit, zone)).toEqual(whole.slice(index));
        const around = whole.slice(index - 1, index + 1);
        expect(bucketsOf({ from: from - 1, to: from }, unit, zone)).toEqual(around);
      }
    }
  },
);

test('no span has more buckets than the limit', () => {
  const three = days('2026-01-01', '2028-12-31', 'Europe/Berlin');
  expect(bucketsOf(three, 'day', 'Europe/Berlin')).toHaveLength(1_096);
  const to = 1_201 * 7 * DAY_MS;
  expect(bucketsOf({ from: 0, to }, 'week', 'UTC')).toHaveLength(1_202);
  expect(() => bucketsOf({ from: 0, to: to + 1 }, 'week', 'UTC')).toThrow(RangeError);
});

test('adding days keeps local midnight, forwards and backwards', () => {
  const noon = Date.parse('2026-03-28T12:00Z');
  const added = [0, 2, -1].map((count) => addDays(noon, count, 'Europe/Berlin'));
  expect(added.map(iso)).toEqual(['2026-03-27T23:00', '2026-03-29T22:00', '2026-03-26T23:00']);
});

test.each([
  // Seven days, of which one had 25 hours.
  ['Europe/Berlin', '2026-10-25T23:00/2026-11-01T23:00', '2026-10-18T22:00/2026-10-25T23:00'],
  // Today until 15:00, on the day after the clock went forward: yesterday until 15:00.
  ['Europe/Berlin', '2026-03-29T22:00/2026-03-30T13:00', '2026-03-28T23:00/2026-03-29T13:00'],
  // The last 60 minutes.
  ['Europe/Berlin', '2026-03-30T12:31/2026-03-30T13:31', '2026-03-30T11:31/2026-03-30T12:31'],
  // The day before had 23:00 to midnight twice: all of it is compared.
  ['America/Sao_Paulo', '2018-02-18T03:00/2018-02-19T03:00', '2018-02-17T02:00/2018-02-18T03:00'],
  // A day that begins at one o'clock: the whole day before is compared.
  ['Asia/Beirut', '2026-03-28T22:00/2026-03-29T09:00', '2026-03-27T22:00/2026-03-28T10:00'],
  // A calendar month, and what is a day shorter or a month longer.
  ['Europe/Berlin', '2026-02-28T23:00/2026-03-31T22:00', '2026-01-31T23:00/2026-02-28T23:00'],
  ['UTC', '2026-03-01T00:00/2026-03-31T00:00', '2026-01-30T00:00/2026-03-01T00:00'],
  ['UTC', '2026-03-02T00:00/2026-04-01T00:00', '2026-01-31T00:00/2026-03-02T00:00'],
  ['UTC', '2026-03-01T00:00/2026-05-01T00:00', '2025-12-30T00:00/2026-03-01T00:00'],
])('in %s, before %s comes %s', (zone, range, expected) => {
  const before = time.periodBefore(span(range), zone);
  expect(`${iso(before.from)}/${iso(before.to + 1)}`).toBe(expected);
});

test.each([
  // To the last millisecond of a day of 25 hours.
  [49 + 1 / HOUR_MS, 'hour'],
  [49, 'hour'],
  [50, 'day'],
  [120 * 24 + 1, 'day'],
  [120 * 24 + 1 + 1 / HOUR_MS, 'day'],
  [121 * 24, 'week'],
] as const)('%d hours are charted by the %s', (hours, unit) => {
  expect(time.defaultUnit({ from: 0, to: hours * HOUR_MS - 1 })).toBe(unit);
});

test('invalid days are not a month', () => {
  expect(time.isMonth({ from: NaN, to: NaN }, 'UTC')).toBe(false);
});

test('of a span, what is over is compared, and all of one that is to come', () => {
  const parts = [10, 19, 20, 30].map((now) => time.partUntil(now, { from: 10, to: 20 }).to);
  expect(parts).toEqual([20, 19, 20, 20]);
});

test('March has 31 of the 59 days of February and March', () => {
  const february = span('2026-02-01T00:00/2026-03-01T00:00');
  const march = span('2026-03-01T00:00/2026-04-01T00:00');
  expect(time.shareOfTime(march, february)).toBe(31 / 59);
});

test('an IANA name is a time zone, and nothing else', () => {
  const names = ['UTC', 'Europe/Berlin', 'america/new_york', 'Etc/GMT+5', 'America/Port-au-Prince'];
  const others = ['', 'Berlin', '1Europe/Berlin', 'Europe/', '+01:00', 'UTC\0', '__proto__'];
  expect([...names, ...others].filter(time.isZone)).toEqual(names);
});
