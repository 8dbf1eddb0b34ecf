import { createContext } from 'react';
import type { NotesReport } from '#shared/notes';
import type { Span } from '#shared/time-buckets';
import type { Report } from '../api/use-report.ts';

export type ChartNote = NotesReport['notes'][number];

/** What happened and when: every chart over time marks it, and a note that is added is marked at once. */
export const NotesContext = createContext<Report<NotesReport>>({
  data: null,
  askedAt: 0,
  loading: false,
  asking: false,
  failure: null,
  retry: () => {},
});

/**
 * Returns the notes of each row of a chart over time.
 *
 * @param keys when each row starts, as ISO times
 */
export function notesOfRows(
  keys: readonly string[],
  notes: readonly ChartNote[],
  period: Span,
): ChartNote[][] {
  const starts = keys.map((key) => Date.parse(key));
  const rows: ChartNote[][] = keys.map(() => []);
  for (const note of notes) {
    const at = Date.parse(note.at);
    if (at < period.from || at > period.to) continue;
    rows[starts.findLastIndex((start) => start <= at)]?.push(note);
  }
  return rows;
}
