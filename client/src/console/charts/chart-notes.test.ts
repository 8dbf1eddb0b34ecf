import { expect, test } from 'vitest';
import { type ChartNote, notesOfRows } from './chart-notes.ts';

const note = (at: string): ChartNote => ({ id: at, at, kind: 'note', text: at });

test('a note belongs to the row in which it happened, and to none outside the period', () => {
  const keys = ['2026-03-14T00:00:00.000Z', '2026-03-15T00:00:00.000Z'];
  const period = { from: Date.parse('2026-03-14T06:00Z'), to: Date.parse('2026-03-15T12:00Z') };
  const [before, first, edge, last, after] = [
    '2026-03-14T05:59:59Z',
    '2026-03-14T23:59:59Z',
    '2026-03-15T00:00:00Z',
    '2026-03-15T12:00:00Z',
    '2026-03-15T12:00:01Z',
  ].map(note);
  const notes = [before, first, edge, last, after].flatMap((one) => one ?? []);
  expect(notesOfRows(keys, notes, period)).toEqual([[first], [edge, last]]);
});
