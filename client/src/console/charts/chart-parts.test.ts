import { parse } from 'csv-parse/sync';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type ChartNote, daysFrom, notesOfRows } from './chart-notes.ts';
import { toCsv } from './csv.ts';
import { formatMoment, formatTick, ticksUpTo } from './format-axis.ts';
import { areaPath, linePath } from './paths.ts';
import { Plot } from './plot.tsx';

test('a note belongs to the row in which it happened, and to none outside the period', () => {
  const rows = [{ key: '2026-03-14T00:00:00.000Z' }, { key: '2026-03-15T00:00:00.000Z' }];
  const period = { from: Date.parse('2026-03-14T06:00Z'), to: Date.parse('2026-03-15T12:00Z') };
  const times = ['14T05:59:59', '14T23:59:59', '15T00:00:00', '15T12:00:00', '15T12:00:01'];
  const notes = times.map((time) => ({ at: `2026-03-${time}Z` }) as ChartNote);
  expect(notesOfRows(rows, notes, period)).toEqual([[notes[1]], [notes[2], notes[3]]]);
  expect(notesOfRows(rows, notes, { from: NaN, to: NaN })).toEqual([[], []]);
});

test('a note is compared over 14 days from its day or time on, and not beyond now', () => {
  const note = { at: '2026-03-14T23:00:00.000Z' } as ChartNote;
  const span = (zone: string, now: string) => Object.values(daysFrom(note, zone, Date.parse(now)));
  expect(span('Europe/Berlin', '2026-05-01')).toEqual(['2026-03-15', '2026-03-28']);
  expect(span('Europe/Berlin', '2026-03-20')).toEqual(['2026-03-15', '2026-03-20']);
  // What was before it on its day does not count as after it.
  expect(span('UTC', '2026-05-01')).toEqual(['2026-03-14T23:00:00Z', '2026-03-28T22:59:59Z']);
  expect(span('UTC', '2026-03-15')).toEqual(['2026-03-14T23:00:00Z', '2026-03-15T00:00:00Z']);
});

test('a table survives as CSV: commas, quotes, line breaks, no value; a space before a unit is a usual one', () => {
  const row = ['a "quoted", long\nname', 1234.5, null, '字幕', '2–5\u00a0min'];
  const read = ['a "quoted", long\nname', '1234.5', '', '字幕', '2–5 min'];
  expect(parse(toCsv([row, row]), { bom: true })).toEqual([read, read]);
});

test('a campaign that is a formula is text in a spreadsheet; a negative number stays a number', () => {
  expect(parse(toCsv([['=1+1', -2]]), { bom: true })).toEqual([["'=1+1", '-2']]);
});

test('an axis has short counts', () => {
  expect([250, 1500, 3_000_000].map(formatTick)).toEqual(['250', '1.5K', '3M']);
});

test.each([
  ['2026-03-14T00:05:06.999Z', 'UTC', '00:05'],
  ['2026-03-13T23:05:06Z', 'UTC', '13 Mar 23:05'],
  ['2026-03-13T23:05:06Z', 'Europe/Berlin', '00:05'],
])('%s in %s is %s: a time on another day includes the date', (time, zone, shown) => {
  expect(formatMoment(time, Date.UTC(2026, 2, 14, 1), zone)).toBe(shown);
});

test('a line stops before a missing value and goes on after it', () => {
  expect(linePath([[0, 1], [1, 2], null, [3, 4], [5, 6]])).toBe('M0,1L1,2M3,4L5,6');
});

test('an area has a part for each run of values; a value alone has a width', () => {
  const parts = areaPath([[0, 1, 5], [1, 2, 6], null, [3, 3, 4], [4, 3, 5]]);
  expect(parts).toBe('M0,5L1,6L1,2L0,1ZM3,4L4,5L4,3L3,3Z');
  expect(areaPath([null, [8, 2, 4], null])).toBe('M5,4L11,4L11,2L5,2Z');
});

test.each([
  [5, [0, 1, 2, 3, 4, 5]],
  [0.22, [0, 0.05, 0.1, 0.15, 0.2, 0.25]],
  [0.04, [0, 0.01, 0.02, 0.03, 0.04]],
  [0.29, [0, 0.1, 0.2, 0.3]],
  [1234, [0, 500, 1000, 1500]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
])('ticks up to %s', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks);
});

test('a chart that is narrower than its margins draws nothing', () => {
  const rows = [{ key: '14', label: '14', shortLabel: '14', values: {} }];
  const draw = (width: number) => Plot({ width, rows, series: [], at: null, noted: [] });
  expect([draw(0), draw(40)]).toEqual([null, null]);
  expect(draw(41)).not.toBeNull();
});

test('a line is compared with the whole period before, or else with the line of its parts', () => {
  const rows = [0.1, 0.3].map((before) => ({
    ...{ key: `${before}`, label: '', shortLabel: '', values: { share: 0.2 }, before },
  }));
  const series = [{ key: 'share', label: 'Share', tone: 'ink' }] as const;
  const draw = (mean: number | null) =>
    renderToStaticMarkup(
      Plot({ width: 240, form: 'line', measure: 'share', rows, series, mean, at: null, noted: [] }),
    );
  expect(draw(0.3)).toContain('d="M50,12L150,12"');
  expect(draw(null)).toContain('d="M50,116L150,12"');
});
