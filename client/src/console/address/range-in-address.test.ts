import { expect, test } from 'vitest';
import {
  isLive,
  isTooEarly,
  rangeBefore,
  rangeOf,
  type TimeRange,
  unitsOf,
} from './range-in-address.ts';

const at = (time: string) => Date.parse(time);
/** 13:32 in Berlin, two days after its clocks went forward. */
const NOW = at('2026-03-31T11:32:00Z');
const berlin = (range: TimeRange) => ({ range, zone: 'Europe/Berlin' });
const shown = (period: { from: number; to: number } | null) =>
  period && [period.from, period.to].map((time) => new Date(time).toISOString());

test.each<[TimeRange, string, string, string, string]>([
  [
    '60m',
    '2026-03-31T10:32:00.001Z',
    '2026-03-31T11:32:00.000Z',
    '2026-03-31T09:32',
    '2026-03-31T10:3',
  ],
  [
    'today',
    '2026-03-30T22:00:00.000Z',
    '2026-03-31T11:32:00.000Z',
    '2026-03-29T22:00',
    '2026-03-30T11:3',
  ],
  [
    'yesterday',
    '2026-03-29T22:00:00.000Z',
    '2026-03-30T21:59:59.999Z',
    '2026-03-28T23:00',
    '2026-03-29T21:59',
  ],
  // The month before has no 31st, so it is whole.
  [
    'month',
    '2026-02-28T23:00:00.000Z',
    '2026-03-31T11:32:00.000Z',
    '2026-01-31T23:00',
    '2026-02-28T22:59',
  ],
  [
    'last-month',
    '2026-01-31T23:00:00.000Z',
    '2026-02-28T22:59:59.999Z',
    '2025-12-31T23:00',
    '2026-01-31T22:59',
  ],
  // Seven local days are an hour short here, and the seven before are not.
  [
    '7',
    '2026-03-24T23:00:00.000Z',
    '2026-03-31T11:32:00.000Z',
    '2026-03-17T23:00',
    '2026-03-24T12:3',
  ],
  [
    { from: '2026-03-29', to: '2026-03-29' },
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T21:59:59.999Z',
    '2026-03-27T23:00',
    '2026-03-28T22:59',
  ],
  // Today is compared up to the same time.
  [
    { from: '2026-03-30', to: '2026-03-31' },
    '2026-03-29T22:00:00.000Z',
    '2026-03-31T11:32:00.000Z',
    '2026-03-27T23:00',
    '2026-03-29T11:3',
  ],
  [
    { from: '2026-04-01', to: '2026-04-01' },
    '2026-03-31T22:00:00.000Z',
    '2026-04-01T21:59:59.999Z',
    '2026-03-30T22:00',
    '2026-03-31T21:59',
  ],
])('%s in Berlin, and the period before it', (range, from, to, beforeFrom, beforeTo) => {
  expect(shown(rangeOf(berlin(range), NOW, 'people'))).toEqual([from, to]);
  expect(shown(rangeBefore(berlin(range), NOW, 'people'))).toEqual([
    expect.stringContaining(beforeFrom),
    expect.stringContaining(beforeTo),
  ]);
});

test.each([
  ['Pacific/Kiritimati', '2026-03-13T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-14T11:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-13T18:15:00.000Z'],
  ['UTC', '2026-03-14T00:00:00.000Z'],
])('a given day begins at the midnight of %s', (zone, from) => {
  const day = { range: { from: '2026-03-14', to: '2026-03-14' }, zone };
  expect(shown(rangeOf(day, NOW, 'people'))?.[0]).toBe(from);
});

test('a day that is not a day has no period and nothing before it', () => {
  for (const range of [
    { from: 'soon', to: '2026-03-14' },
    { from: '2026-03-14', to: '' },
  ]) {
    expect(rangeOf(berlin(range), NOW, 'people')).toEqual({ from: NaN, to: NaN });
    expect(rangeBefore(berlin(range), NOW, 'people')).toBeNull();
  }
});

test('days in the wrong order are not a period that has just begun', () => {
  const reversed = berlin({ from: '2026-04-02', to: '2026-04-01' });
  expect(isTooEarly(reversed, NOW, 'figures')).toBe(false);
});

test('figures of past days do not grow; those of today do', () => {
  expect(isLive(berlin({ from: '2026-03-29', to: '2026-03-30' }), NOW)).toBe(false);
  expect(isLive(berlin({ from: '2026-03-29', to: '2026-03-31' }), NOW)).toBe(true);
  expect(isLive(berlin('today'), NOW)).toBe(true);
});

test('a unit is offered where its bars are neither too few nor too thin', () => {
  const units = (range: TimeRange) => unitsOf(rangeOf(berlin(range), NOW, 'people'));
  expect(units('today')).toEqual(['hour']);
  expect(units('7')).toEqual(['day', 'hour']);
  expect(units('30')).toEqual(['day', 'week']);
  expect(units('365')).toEqual(['week']);
});

test('access to figures only ends with the last whole quarter of an hour, and so does the period before', () => {
  const periods = (range: TimeRange) => [
    shown(rangeOf(berlin(range), NOW, 'figures')),
    shown(rangeBefore(berlin(range), NOW, 'figures')),
  ];
  expect(periods('60m')).toEqual([
    ['2026-03-31T10:30:00.000Z', '2026-03-31T11:29:59.999Z'],
    ['2026-03-31T09:30:00.000Z', '2026-03-31T10:29:59.999Z'],
  ]);
  expect(periods('today')[1]).toEqual(['2026-03-29T22:00:00.000Z', '2026-03-30T11:29:59.999Z']);
});

test('after midnight the days of access to figures only are those of the clock, and today is empty until 00:16', () => {
  const minutesAfter = (minutes: number) => at('2026-03-31T22:00:00Z') + minutes * 60_000;
  const periodAt = (minutes: number, range: TimeRange) =>
    rangeOf(berlin(range), minutesAfter(minutes), 'figures');
  for (const minutes of [1, 5, 15.99]) {
    expect(shown(periodAt(minutes, 'yesterday'))).toEqual([
      '2026-03-30T22:00:00.000Z',
      '2026-03-31T21:59:59.999Z',
    ]);
    for (const range of ['today', { from: '2026-04-01', to: '2026-04-01' }] as const)
      expect(isTooEarly(berlin(range), minutesAfter(minutes), 'figures')).toBe(true);
    // The first six of the seven days, and the same six of the seven before, although the clock changed on one of them.
    expect(shown(periodAt(minutes, '7'))).toEqual([
      '2026-03-25T23:00:00.000Z',
      '2026-03-31T21:59:59.999Z',
    ]);
    expect(shown(rangeBefore(berlin('7'), minutesAfter(minutes), 'figures'))).toEqual([
      '2026-03-18T23:00:00.000Z',
      '2026-03-24T22:59:59.999Z',
    ]);
  }
  expect(isTooEarly(berlin('today'), minutesAfter(16), 'figures')).toBe(false);
  expect(isTooEarly(berlin('today'), minutesAfter(0), 'people')).toBe(false);
  expect(shown(periodAt(16, 'today'))).toEqual([
    '2026-03-31T22:00:00.000Z',
    '2026-03-31T22:14:59.999Z',
  ]);
});

test('an hour that starts at midnight is compared with the hour before', () => {
  const oneOClock = at('2026-03-31T23:05:00Z');
  expect(shown(rangeBefore(berlin('60m'), oneOClock, 'figures'))).toEqual([
    '2026-03-31T21:00:00.000Z',
    '2026-03-31T21:59:59.999Z',
  ]);
});

test('a month that is not over is compared with the last one up to the same day and time', () => {
  const now = at('2026-11-10T12:00:00Z');
  const month = { range: 'month', zone: 'UTC' } as const;
  expect(shown(rangeOf(month, now, 'people'))).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-11-10T12:00:00.000Z',
  ]);
  expect(shown(rangeBefore(month, now, 'people'))).toEqual([
    '2026-10-01T00:00:00.000Z',
    '2026-10-10T12:00:00.000Z',
  ]);
});
