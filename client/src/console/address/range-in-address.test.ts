import { expect, test } from 'vitest';
import * as ranges from './range-in-address.ts';
import { rangeBefore, rangeOf, type TimeRange } from './range-in-address.ts';

const berlin = (range: TimeRange) => ({ range, zone: 'Europe/Berlin' });
const days = (from: string, to = from) => ({ from: `2026-${from}`, to: `2026-${to}` });
/** The last millisecond before a time in UTC. */
const until = (time: string) => Date.parse(`2026-${time}Z`) - 1;
/** 13:32 in Berlin, two days after its clocks went forward. */
const NOW = until('03-31T11:32');
/** A period by its start, and the time before which it ends. */
const shown = (period: { from: number; to: number } | null) => {
  const iso = (time = NaN) => new Date(time).toISOString().slice(5).replace(':00.000Z', '');
  return `${iso(period?.from)}/${iso((period?.to ?? NaN) + 1)}`;
};

test.each<[TimeRange, string, string]>([
  ['60m', '03-31T10:32/03-31T11:32', '03-31T09:32/03-31T10:32'],
  ['today', '03-30T22:00/03-31T11:32', '03-29T22:00/03-30T11:32'],
  ['yesterday', '03-29T22:00/03-30T22:00', '03-28T23:00/03-29T22:00'],
  // The month before has no 31st, so it is whole.
  ['month', '02-28T23:00/03-31T11:32', '01-31T23:00/02-28T23:00'],
  ['last-month', '01-31T23:00/02-28T23:00', '12-31T23:00/01-31T23:00'],
  // Seven local days are an hour short here, and the seven before are not.
  ['7', '03-24T23:00/03-31T11:32', '03-17T23:00/03-24T12:32'],
  [days('02-01', '02-28'), '01-31T23:00/02-28T23:00', '12-31T23:00/01-31T23:00'],
  [days('03-29'), '03-28T23:00/03-29T22:00', '03-27T23:00/03-28T23:00'],
  // Today is compared up to the same time.
  [days('03-30', '03-31'), '03-29T22:00/03-31T11:32', '03-27T23:00/03-29T11:32'],
  [days('04-01'), '03-31T22:00/04-01T22:00', '03-30T22:00/03-31T22:00'],
  [days('03-28T12:00', '03-28T23:59:59.999'), '03-28T11:00/03-28T23:00', '03-27T23:00/03-28T11:00'],
  [
    days('03-28T12:00Z', '03-28T12:59:59.999Z'),
    '03-28T12:00/03-28T13:00',
    '03-28T11:00/03-28T12:00',
  ],
])('%j in Berlin is %s, and before it comes %s', (range, period, before) => {
  expect(shown(rangeOf(berlin(range), NOW))).toBe(period);
  expect(shown(rangeBefore(berlin(range), NOW))).toBe(before);
});

test('a month that is not over is compared with the last one up to the same day and time', () => {
  const now = until('11-10T12:00');
  expect(shown(rangeOf(berlin('month'), now))).toBe('10-31T23:00/11-10T12:00');
  expect(shown(rangeBefore(berlin('month'), now))).toBe('09-30T22:00/10-10T11:00');
});

test.each([
  ['from', 'soon'],
  ['to', '2026-03-14Tea'],
])('if %s is no day, there is no period and none before it', (side, text) => {
  const range = { ...days('03-14'), [side]: text };
  expect(rangeOf(berlin(range), NOW)).toEqual({ from: NaN, to: NaN });
  expect(rangeBefore(berlin(range), NOW)).toBeNull();
});

test('figures of past days do not grow; those of today do', () => {
  const periods = [days('03-29', '03-30'), days('03-29', '03-31'), 'today'] as const;
  expect(periods.map((range) => ranges.isLive(berlin(range), NOW))).toEqual([false, true, true]);
});

test('a unit is offered where its bars are neither too few nor too thin', () => {
  const units = (range: TimeRange) => ranges.unitsOf(rangeOf(berlin(range), NOW));
  expect(units('today')).toEqual(['hour']);
  expect(units('7')).toEqual(['day', 'hour']);
  expect(units('30')).toEqual(['day', 'week']);
  expect(units('365')).toEqual(['week']);
});
