import { expect, test } from 'vitest';
import type { z } from 'zod';
import { funnelQuerySchema } from '#shared/funnel';
import { Conversions } from './conversions.ts';

const parse = (query: Partial<z.input<typeof funnelQuerySchema>>) =>
  funnelQuerySchema.parse({ steps: [{ event: 'a' }, { event: 'b' }], ...query });

/** Each pair is a person: when they started, and after how many seconds they finished. */
function convert(people: [string, number?][], query: Parameters<typeof parse>[0] = {}) {
  const conversions = new Conversions(parse(query));
  for (const [time, seconds] of people) {
    const start = Date.parse(time);
    conversions.add(seconds === undefined ? [start] : [start, start + seconds * 1000]);
  }
  return conversions.result();
}

const NOON = '2026-03-14T12:00:00Z';

test('the time to convert has a median, a 90th percentile of nearest rank, and a histogram', () => {
  const seconds = [600, 9.999, 10, 29, 30, 59, 60, 61, 86_400, 700_000];
  const { time } = convert([...seconds.map((one) => [NOON, one] as [string, number]), [NOON]]);
  expect(time.medianSeconds).toBe(59.5);
  expect(time.p90Seconds).toBe(86_400);
  expect(time.bins.map(({ count }) => count)).toEqual([1, 2, 2, 2, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1]);
  expect(time.bins.at(-1)).toMatchObject({ fromSeconds: 604_800, toSeconds: null });
});

test('with nobody at the last step, or one step only, there is no time to convert', () => {
  expect(convert([[NOON]]).time).toMatchObject({ medianSeconds: null, p90Seconds: null });
  const one = convert([[NOON, 0]], { steps: [{ event: 'a' }] });
  expect(one.time.medianSeconds).toBeNull();
});

test('each person counts in the day of their first step in the time zone, also when they finish later and its clocks change', () => {
  const { overTime } = convert(
    [
      ['2026-03-28T22:59:59.999Z', 60],
      ['2026-03-28T23:00:00Z'],
      ['2026-03-30T10:00:00Z', 60],
      ['2026-03-30T11:00:00Z'],
    ],
    { from: '2026-03-28', to: '2026-03-30', unit: 'day', zone: 'Europe/Berlin' },
  );
  expect(overTime).toEqual({
    unit: 'day',
    buckets: [
      { from: '2026-03-27T23:00:00.000Z', started: 1, finished: 1 },
      { from: '2026-03-28T23:00:00.000Z', started: 1, finished: 0 },
      { from: '2026-03-29T22:00:00.000Z', started: 2, finished: 1 },
    ],
    earlier: { started: 0, finished: 0 },
  });
});

test('an open range reaches from the first start to the last, in a unit that fits', () => {
  const starts = (...times: string[]) => times.map((time) => [time] as [string]);
  expect(convert([]).overTime.buckets).toEqual([]);
  const hours = convert(starts('2026-03-14T09:30:00Z', '2026-03-14T11:10:00Z')).overTime;
  expect([hours.unit, hours.buckets.map(({ started }) => started)]).toEqual(['hour', [1, 0, 1]]);
  expect(convert(starts('2026-01-01', '2026-03-01')).overTime.unit).toBe('day');
  const many = convert(starts('2025-01-01', '2026-01-01'), { unit: 'hour' }).overTime;
  expect([many.unit, many.buckets.length]).toEqual(['day', 366]);
  const ancient = convert(starts(NOON), { from: '0000-01-01', to: '9999-12-31' }).overTime;
  expect(ancient.buckets).toEqual([{ from: '2026-03-14T12:00:00.000Z', started: 1, finished: 0 }]);
});

test('1,200 days are days whatever the clock does on them, and one more makes weeks', () => {
  const berlin = { zone: 'Europe/Berlin', unit: 'day' } as const;
  const days = { from: '2023-08-01', to: '2026-11-12', ...berlin };
  const shown = (range: Parameters<typeof parse>[0]) => {
    const { unit, buckets } = convert([[NOON]], range).overTime;
    return [unit, buckets.length];
  };
  expect(shown(days)).toEqual(['day', 1_200]);
  expect(shown({ ...days, to: '2026-11-13' })).toEqual(['week', 172]);
});

test('a start long before all others does not make the chart empty, and counts in everything else', () => {
  const starts: [string, number?][] = [['2010-01-01', 60], ['2025-06-01T10:00:00Z'], [NOON, 60]];
  const { overTime, time } = convert(starts, { unit: 'day' });
  expect([overTime.unit, overTime.buckets.length]).toEqual(['day', 287]);
  expect(overTime.buckets[0]).toMatchObject({ from: '2025-06-01T00:00:00.000Z', started: 1 });
  expect(overTime.buckets.at(-1)).toMatchObject({ started: 1, finished: 1 });
  expect(overTime.earlier).toEqual({ started: 1, finished: 1 });
  expect(time.bins.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  // In a range that is longer than any chart, too.
  const { buckets } = convert(starts, { from: '1970-01-01', to: '2026-03-14' }).overTime;
  expect(buckets.reduce((sum, { started }) => sum + started, 0)).toBe(2);
});

test('a chart of starts since 1970 shows the latest weeks, and says how many people started earlier', () => {
  const people = Array.from({ length: 113 }, (_, index): [string, number?] => {
    const start = new Date(index * 180 * 86_400_000).toISOString();
    return index % 2 === 0 ? [start, 60] : [start];
  });
  const { unit, buckets, earlier } = convert(people).overTime;
  expect(unit).toBe('week');
  expect(buckets.length).toBeGreaterThan(1_100);
  expect(buckets.length).toBeLessThanOrEqual(1_200);
  expect(earlier.started).toBeGreaterThan(20);
  const sum = (what: 'started' | 'finished') =>
    [...buckets, earlier].reduce((total, one) => total + one[what], 0);
  expect([sum('started'), sum('finished')]).toEqual([113, 57]);
});
