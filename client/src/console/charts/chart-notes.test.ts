import { expect, test } from 'vitest';
import { type ChartNote, notesOfRows } from './chart-notes.ts';

test('a note belongs to the row in which it happened, and to none outside the period', () => {
  const keys = ['2026-03-14T00:00:00.000Z', '2026-03-15T00:00:00.000Z'];
  const period = { from: Date.parse('2026-03-14T06:00Z'), to: Date.parse('2026-03-15T12:00Z') };
  const times = ['14T05:59:59', '14T23:59:59', '15T00:00:00', '15T12:00:00', '15T12:00:01'];
  const notes = times.map((time) => ({ at: `2026-03-${time}Z` }) as ChartNote);
  expect(notesOfRows(keys, notes, period)).toEqual([[notes[1]], [notes[2], notes[3]]]);
});
