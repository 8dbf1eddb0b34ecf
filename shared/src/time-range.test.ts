import { expect, test } from 'vitest';
import type { z } from 'zod';
import { funnelQuerySchema } from './funnel.ts';
import { trafficQuerySchema } from './growth-queries.ts';
import { teamRangeSchema } from './notes.ts';
import { reportRangeSchema } from './report-range.ts';
import { rangeSchema } from './reports.ts';

interface Points {
  from: string;
  to: string;
}

const funnel = (range: object) =>
  funnelQuerySchema.safeParse({ steps: [{ event: 'a' }], ...range });
const ZONED = {
  funnel,
  figures: (range: object) => reportRangeSchema.safeParse(range),
  traffic: (range: object) => trafficQuerySchema.safeParse(range),
};
/** Commands and lists without a time zone: theirs is UTC. */
const UNZONED = {
  command: (range: object) => rangeSchema.safeParse(range),
  notes: (range: object) => teamRangeSchema.safeParse(range),
};

const timesOf = ({
  data,
  error,
}: z.ZodSafeParseResult<{ from: number | null; to: number | null }>) =>
  error
    ? error.issues[0]?.message
    : [data.from, data.to].map((time) => new Date(time ?? NaN).toISOString());

test.each<[zone: string, Points, Points]>([
  [
    'Europe/Berlin',
    { from: '2026-03-14', to: '2026-03-14' },
    { from: '2026-03-13T23:00:00.000Z', to: '2026-03-14T22:59:59.999Z' },
  ],
  [
    'Europe/Berlin',
    { from: '2026-03-14T09:00', to: '2026-07-14T09:00:30.5' },
    { from: '2026-03-14T08:00:00.000Z', to: '2026-07-14T07:00:30.500Z' },
  ],
  [
    'Asia/Kathmandu',
    { from: '2026-03-14T09:00', to: '2026-03-14T09:00:00Z' },
    { from: '2026-03-14T03:15:00.000Z', to: '2026-03-14T09:00:00.000Z' },
  ],
  [
    'Asia/Kathmandu',
    { from: '2026-03-14T09:00:00+01:00', to: '2026-03-14T09:00-01:00' },
    { from: '2026-03-14T08:00:00.000Z', to: '2026-03-14T10:00:00.000Z' },
  ],
  // A day of 23 hours.
  [
    'Europe/Berlin',
    { from: '2026-03-29', to: '2026-03-29' },
    { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T21:59:59.999Z' },
  ],
  // The clock skips 02:30 on one day, and shows it twice on the other.
  [
    'Europe/Berlin',
    { from: '2026-03-29T02:30', to: '2026-10-25T02:30' },
    { from: '2026-03-29T01:30:00.000Z', to: '2026-10-25T00:30:00.000Z' },
  ],
])('in %s, %j is the same range for every question', (zone, points, { from, to }) => {
  for (const [name, ask] of Object.entries(ZONED))
    expect(timesOf(ask({ ...points, zone, unit: 'week' })), name).toEqual([from, to]);
});

test('without a zone, days and times without an offset are UTC', () => {
  const points = { from: '2026-03-14T09:00', to: '2026-03-15' };
  for (const [name, ask] of Object.entries({ ...ZONED, ...UNZONED }))
    expect(timesOf(ask(points)), name).toEqual([
      '2026-03-14T09:00:00.000Z',
      '2026-03-15T23:59:59.999Z',
    ]);
});

test.each([
  'yesterday',
  '2026-02-30',
  '2026-03-14T25:00',
  '2026-03-14T09',
  '2026-03-14 09:00',
  '2026-03-14T09:00:00 01:00',
  '9'.repeat(100),
])('%j is refused with the same sentence by every question', (from) => {
  for (const [name, ask] of Object.entries({ ...ZONED, ...UNZONED }))
    expect(timesOf(ask({ from, to: '2026-03-15' })), name).toBe(
      'expected a day like 2026-03-14, or an ISO time like 2026-03-14T09:00 or 2026-03-14T09:00:00Z',
    );
});

// Four times the clock goes back, and three times forward.
const MOST_DAYS = { from: '2023-08-01', to: '2026-11-12', zone: 'Europe/Berlin', unit: 'day' };

test('the limit counts days, whatever the clock does on them', () => {
  expect(timesOf(ZONED.figures(MOST_DAYS))).toEqual([
    '2023-07-31T22:00:00.000Z',
    '2026-11-12T22:59:59.999Z',
  ]);
  expect(timesOf(ZONED.figures({ ...MOST_DAYS, to: '2026-11-13' }))).toBe(
    'expected a range of at most 1200 hours, days or weeks; got 1201 days',
  );
});

test('a range that ends before it starts is refused by every question', () => {
  for (const [name, ask] of Object.entries({ ...ZONED, ...UNZONED }))
    expect(timesOf(ask({ from: '2026-03-15', to: '2026-03-14' })), name).toBe(
      'expected a time before to',
    );
});
