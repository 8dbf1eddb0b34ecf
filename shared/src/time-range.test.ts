import { expect, test } from 'vitest';
import type { z } from 'zod';
import { funnelQuerySchema } from './funnel.ts';
import { trafficQuerySchema } from './growth-queries.ts';
import { teamRangeSchema } from './notes.ts';
import { reportRangeSchema } from './report-range.ts';
import { rangeSchema } from './reports.ts';

type Times = z.ZodSafeParseResult<{ from: number | null; to: number | null }>;

type Questions = Record<string, (range: object) => Times>;

const FIGURES: Questions = { figures: (range) => reportRangeSchema.safeParse(range) };
const ZONED: Questions = {
  ...FIGURES,
  funnel: (range) => funnelQuerySchema.safeParse({ steps: [{ event: 'a' }], ...range }),
  traffic: (range) => trafficQuerySchema.safeParse(range),
};
/** Commands and lists without a time zone: theirs is UTC. */
const UNZONED: Questions = {
  command: (range) => rangeSchema.safeParse(range),
  notes: (range) => teamRangeSchema.safeParse(range),
};

/** Returns the distinct answers of all questions: the times of the range, or the first mistake. */
function answersOf(range: object, questions = { ...ZONED, ...UNZONED }): string[] {
  const answers = Object.values(questions).map((ask) => {
    const { data, error } = ask(range);
    const iso = (time: number | null) => new Date(time ?? NaN).toISOString().replace(':00.000', '');
    return error ? `${error.issues[0]?.message}` : `${iso(data.from)}/${iso(data.to)}`;
  });
  return [...new Set(answers)];
}

test.each([
  ['Europe/Berlin', '2026-03-14/2026-03-14', '2026-03-13T23:00Z/2026-03-14T22:59:59.999Z'],
  ['Europe/Berlin', '2026-03-14T09:00/2026-07-14T09:00', '2026-03-14T08:00Z/2026-07-14T07:00Z'],
  ['Asia/Kathmandu', '2026-03-14T09:00/2026-03-14T09:00Z', '2026-03-14T03:15Z/2026-03-14T09:00Z'],
  ['UTC', '2026-03-14T09:00+01:00/2026-03-14T09:00-01:00', '2026-03-14T08:00Z/2026-03-14T10:00Z'],
  // A day of 23 hours.
  ['Europe/Berlin', '2026-03-29/2026-03-29', '2026-03-28T23:00Z/2026-03-29T21:59:59.999Z'],
  // The clock skips 02:30 on one day, and shows it twice on the other.
  ['Europe/Berlin', '2026-03-29T02:30/2026-10-25T02:30', '2026-03-29T01:30Z/2026-10-25T00:30Z'],
])('in %s, %s is the same range for every question', (zone, range, times) => {
  const [from, to] = range.split('/');
  expect(answersOf({ from, to, zone, unit: 'week' }, ZONED)).toEqual([times]);
});

test('without a zone, days and times without an offset are UTC', () => {
  const times = '2026-03-14T09:00:30.500Z/2026-03-15T23:59:59.999Z';
  expect(answersOf({ from: '2026-03-14T09:00:30.5', to: '2026-03-15' })).toEqual([times]);
});

test.each([
  ...['yesterday', '2026-02-30', '2026-03-14T25:00', '2026-03-14T09', '2026-03-14 09:00'],
  ...['2026-03-14T09:00:00 01:00', '9'.repeat(100)],
])('%j is refused with the same sentence by every question', (from) => {
  expect(answersOf({ from, to: '2026-03-15' })).toEqual([
    'expected a day like 2026-03-14, or an ISO time like 2026-03-14T09:00 or 2026-03-14T09:00:00Z',
  ]);
});

test('the limit counts days, whatever the clock does on them', () => {
  // Four times the clock goes back, and three times forward.
  const days = { from: '2023-08-01', to: '2026-11-12', zone: 'Europe/Berlin', unit: 'day' };
  expect(answersOf(days, FIGURES)).toEqual(['2023-07-31T22:00Z/2026-11-12T22:59:59.999Z']);
  expect(answersOf({ ...days, to: '2026-11-13' }, FIGURES)).toEqual([
    'expected a range of at most 1200 hours, days or weeks; got 1201 days',
  ]);
});

test.each([
  [{}, null],
  [{ beforeFrom: '2026-02-01', beforeTo: '2026-02-28' }, '2026-01-31T23:00/2026-02-28T22:59'],
  [
    { beforeFrom: '2026-02-01T00:00Z', beforeTo: '2026-02-01T00:00Z' },
    '2026-02-01T00:00/2026-02-01T00:00',
  ],
  [{ beforeFrom: '2026-02-01' }, 'beforeTo: expected both beforeFrom and beforeTo'],
  [{ beforeTo: '2026-02-01' }, 'beforeFrom: expected both beforeFrom and beforeTo'],
  [
    { beforeFrom: '2026-02-02', beforeTo: '2026-02-01' },
    'beforeFrom: expected a time before beforeTo',
  ],
  [
    { beforeFrom: '2020-01-01', beforeTo: '2025-01-01' },
    /^beforeFrom: .* at most 1200 .* got 1828 days$/,
  ],
])('the period before of %j: %s', (before, expected) => {
  const range = { from: '2026-03-01', to: '2026-03-31', zone: 'Europe/Berlin', unit: 'day' };
  const { data, error } = reportRangeSchema.safeParse({ ...range, ...before });
  const iso = (time: number) => new Date(time).toISOString().slice(0, 16);
  const said = error
    ? error.issues.map(({ path, message }) => `${path}: ${message}`).join()
    : data?.before && `${iso(data.before.from)}/${iso(data.before.to)}`;
  if (expected instanceof RegExp) expect(said).toMatch(expected);
  else expect(said).toBe(expected);
});

test('a range that ends before it starts is refused by every question', () => {
  const mistake = 'expected a time before to';
  expect(answersOf({ from: '2026-03-15', to: '2026-03-14' })).toEqual([mistake]);
  const moment = '2026-03-15T09:00Z';
  expect(answersOf({ from: moment, to: moment })).toEqual([`${moment}/${moment}`]);
});
