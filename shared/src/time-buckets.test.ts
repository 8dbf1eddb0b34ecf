import { expect, test } from 'vitest';
import { HOUR_MS } from './limits.ts';
import {
  addDays,
  bucketsOf,
  countBuckets,
  defaultUnit,
  formatDay,
  isZone,
  parseDay,
  periodBefore,
  startOfDay,
  type Unit,
} from './time-buckets.ts';

const DAY = 24 * HOUR_MS;
const iso = (time: number) => new Date(time).toISOString().replace(':00.000Z', 'Z');
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
/** From the start of the first local day to the end of the last. */
const days = (from: string, to: string, zone: string) => ({
  from: parseDay(from, zone),
  to: addDays(parseDay(to, zone), 1, zone) - 1,
});
const starts = (from: string, to: string, unit: Unit, zone: string) =>
  bucketsOf(days(from, to, zone), unit, zone).map(iso);
/** The lengths of all buckets that end within the days, in hours. */
function lengths(from: string, to: string, unit: Unit, zone: string) {
  const { from: start, to: last } = days(from, to, zone);
  const all = bucketsOf({ from: start, to: last + 1 }, unit, zone);
  return all.slice(1).map((end, index) => (end - (all[index] ?? 0)) / HOUR_MS);
}

test.each([
  ['UTC', '2026-03-29', 24],
  ['Europe/Berlin', '2026-03-28', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Asia/Kolkata', '2026-03-29', 24],
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

test('days start at local midnight', () => {
  expect(starts('2026-03-28', '2026-03-30', 'day', 'Europe/Berlin')).toEqual([
    '2026-03-27T23:00Z',
    '2026-03-28T23:00Z',
    '2026-03-29T22:00Z',
  ]);
  expect(starts('2026-03-14', '2026-03-15', 'day', 'Asia/Kathmandu')).toEqual([
    '2026-03-13T18:15Z',
    '2026-03-14T18:15Z',
  ]);
  expect(starts('2026-01-01', '2026-01-01', 'day', 'Pacific/Kiritimati')).toEqual([
    '2025-12-31T10:00Z',
  ]);
});

test('a day that the calendar skipped has no bucket', () => {
  // Samoa went from 29 to 31 December 2011.
  expect(starts('2011-12-29', '2012-01-01', 'day', 'Pacific/Apia')).toEqual([
    '2011-12-29T10:00Z',
    '2011-12-30T10:00Z',
    '2011-12-31T10:00Z',
  ]);
  expect(lengths('2011-12-29', '2012-01-01', 'day', 'Pacific/Apia')).toEqual([24, 24, 24]);
  expect(lengths('2011-12-26', '2012-01-01', 'week', 'Pacific/Apia')).toEqual([6 * 24]);
  expect(formatDay(Date.parse('2011-12-30T10:00Z'), 'Pacific/Apia')).toBe('2011-12-31');
});

test('hours start when the local clock shows a full hour, or when it is changed', () => {
  const asked = (zone: string, from: string, to: string) =>
    bucketsOf(span(from, to), 'hour', zone).map(iso);
  expect(asked('Asia/Kolkata', '2026-03-14T12:00Z', '2026-03-14T13:00Z')).toEqual([
    '2026-03-14T11:30Z',
    '2026-03-14T12:30Z',
  ]);
  expect(asked('Asia/Kathmandu', '2026-03-14T12:15Z', '2026-03-14T13:14Z')).toEqual([
    '2026-03-14T12:15Z',
  ]);
  // 02:00 became 01:30, at 15:00 UTC.
  const change = ['2026-04-04T14:00Z', '2026-04-04T15:00Z', '2026-04-04T15:30Z'];
  expect(asked('Australia/Lord_Howe', '2026-04-04T14:00Z', '2026-04-04T15:59Z')).toEqual(change);
  expect(asked('Australia/Lord_Howe', '2026-04-04T15:10Z', '2026-04-04T15:59Z')).toEqual(
    change.slice(1),
  );
});

test('weeks start on Monday, also across a change of the clock', () => {
  expect(starts('2026-10-22', '2026-11-02', 'week', 'Europe/Berlin')).toEqual([
    '2026-10-18T22:00Z',
    '2026-10-25T23:00Z',
    '2026-11-01T23:00Z',
  ]);
  expect(starts('2026-11-16', '2026-11-22', 'week', 'UTC')).toEqual(['2026-11-16T00:00Z']);
});

test('a span inside one bucket is that bucket, and an empty one has none', () => {
  const noon = Date.parse('2026-03-14T12:00Z');
  expect(bucketsOf({ from: noon, to: noon }, 'day', 'UTC').map(iso)).toEqual(['2026-03-14T00:00Z']);
  expect(bucketsOf({ from: noon, to: noon - 1 }, 'day', 'UTC')).toEqual([]);
});

test.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'the number of buckets of a span in %s is that of its buckets',
  (zone) => {
    for (const unit of ['hour', 'day', 'week'] as const)
      for (
        let from = Date.parse('2026-03-20T22:14Z');
        from < Date.parse('2026-11-01T00:00Z');
        from += 53 * HOUR_MS
      ) {
        const asked = { from, to: from + 40 * DAY };
        expect(countBuckets(asked, unit, zone), iso(from)).toBe(
          bucketsOf(asked, unit, zone).length,
        );
      }
  },
);

test('no span has more buckets than the limit', () => {
  const three = days('2026-01-01', '2028-12-31', 'Europe/Berlin');
  expect(bucketsOf(three, 'day', 'Europe/Berlin')).toHaveLength(1_096);
  const weeks = (count: number) => ({ from: 0, to: count * 7 * DAY });
  expect(bucketsOf(weeks(1_201), 'week', 'UTC')).toHaveLength(1_202);
  expect(() => bucketsOf({ from: 0, to: weeks(1_201).to + 1 }, 'week', 'UTC')).toThrow(RangeError);
});

test.each(['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns'])(
  'the buckets of two years in %s have no gap and no overlap, whatever the start',
  (zone) => {
    const first = Date.parse('2011-01-01T00:00Z');
    for (const unit of ['day', 'week'] as const) {
      const whole = bucketsOf({ from: first, to: first + 730 * DAY }, unit, zone);
      expect(whole).toEqual([...new Set(whole)].sort((a, b) => a - b));
      for (let index = 1; index < whole.length; index += 29) {
        const from = whole[index] ?? 0;
        expect(bucketsOf({ from, to: first + 730 * DAY }, unit, zone)).toEqual(whole.slice(index));
        expect(bucketsOf({ from: from - 1, to: from }, unit, zone)).toEqual(
          whole.slice(index - 1, index + 1),
        );
      }
    }
  },
);

test('adding days keeps local midnight, forwards and backwards', () => {
  const noon = Date.parse('2026-03-28T12:00Z');
  expect(iso(startOfDay(noon, 'Europe/Berlin'))).toBe('2026-03-27T23:00Z');
  expect(iso(addDays(noon, 2, 'Europe/Berlin'))).toBe('2026-03-29T22:00Z');
  expect(iso(addDays(noon, -1, 'Europe/Berlin'))).toBe('2026-03-26T23:00Z');
});

test.each([
  // Seven days, of which one had 25 hours.
  [
    'Europe/Berlin',
    '2026-10-25T23:00Z',
    '2026-11-01T23:00Z',
    '2026-10-18T22:00Z',
    '2026-10-25T23:00Z',
  ],
  // Today until 15:00, on the day after the clock went forward: yesterday until 15:00.
  [
    'Europe/Berlin',
    '2026-03-29T22:00Z',
    '2026-03-30T13:00Z',
    '2026-03-28T23:00Z',
    '2026-03-29T13:00Z',
  ],
  // The last 60 minutes.
  [
    'Europe/Berlin',
    '2026-03-30T12:31Z',
    '2026-03-30T13:31Z',
    '2026-03-30T11:31Z',
    '2026-03-30T12:31Z',
  ],
  // The day before had 23:00 to midnight twice: all of it is compared.
  [
    'America/Sao_Paulo',
    '2018-02-18T03:00Z',
    '2018-02-19T03:00Z',
    '2018-02-17T02:00Z',
    '2018-02-18T03:00Z',
  ],
  // A day that begins at one o'clock: the whole day before is compared.
  [
    'Asia/Beirut',
    '2026-03-28T22:00Z',
    '2026-03-29T09:00Z',
    '2026-03-27T22:00Z',
    '2026-03-28T10:00Z',
  ],
  ['UTC', '2026-03-01T00:00Z', '2026-03-31T00:00Z', '2026-01-30T00:00Z', '2026-03-01T00:00Z'],
])('in %s, before %s to %s come %s to %s', (zone, from, end, beforeFrom, beforeEnd) => {
  const before = periodBefore({ from: Date.parse(from), to: Date.parse(end) - 1 }, zone);
  expect([iso(before.from), iso(before.to + 1)]).toEqual([beforeFrom, beforeEnd]);
});

test.each([
  [1, 'hour'],
  [49, 'hour'],
  [50, 'day'],
  [120 * 24 + 1, 'day'],
  [121 * 24, 'week'],
] as const)('%d hours are charted by the %s', (hours, unit) => {
  expect(defaultUnit({ from: 0, to: hours * HOUR_MS - 1 })).toBe(unit);
});

test.each(['UTC', 'Europe/Berlin', 'america/new_york', 'Etc/GMT+5', 'America/Port-au-Prince'])(
  '%s is a time zone',
  (zone) => expect(isZone(zone)).toBe(true),
);
test.each([
  '',
  'Berlin',
  'Europe/',
  '+01:00',
  'Europe/Berlin\0',
  'Europe/Berlin ',
  '../etc',
  '__proto__',
])('%j is no time zone', (zone) => expect(isZone(zone)).toBe(false));
