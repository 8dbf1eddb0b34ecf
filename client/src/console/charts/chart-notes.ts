import { createContext } from 'react';
import { DAY_MS } from '#shared/limits';
import type { NotesReport } from '#shared/notes';
import { addDays, formatIsoDay, type Span, startOfDay } from '#shared/time-buckets';
import { formatPoint } from '../address/range-in-address.ts';
import { change } from '../address/use-address.ts';
import { type Loaded, NOT_ASKED } from '../api/use-report.ts';

export type ChartNote = NotesReport['notes'][number];

/** What happened and when: every chart over time marks it, and a note that is added is marked at once. */
export const NotesContext = createContext<Loaded<NotesReport>>(NOT_ASKED);

/** The days that a note is compared over, and as many before it. */
const COMPARED_DAYS = 14;

/** Returns the days, or the time, from a note on that are to be compared with as much before it, up to now. */
export function daysFrom({ at }: ChartNote, zone: string, now: number) {
  const first = Date.parse(at);
  const isOfDay = startOfDay(first, zone) === first;
  const end = isOfDay ? addDays(first, COMPARED_DAYS, zone) : first + COMPARED_DAYS * DAY_MS;
  const last = Math.min(end - 1, now);
  const pointOf = (time: number) => (isOfDay ? formatIsoDay(time, zone) : formatPoint(time));
  return { from: pointOf(first), to: pointOf(last) };
}

/** Returns the notes of each row of a chart over time. The `key` of a row is when it starts, as an ISO time. */
export function notesOfRows(
  rows: readonly { key: string }[],
  notes: readonly ChartNote[],
  period: Span,
): ChartNote[][] {
  const starts = rows.map(({ key }) => Date.parse(key));
  const of: ChartNote[][] = rows.map(() => []);
  for (const note of notes) {
    const at = Date.parse(note.at);
    if (!(at >= period.from && at <= period.to)) continue;
    of[starts.findLastIndex((start) => start <= at)]?.push(note);
  }
  return of;
}

/** Shows one day alone. @param day as YYYY-MM-DD */
export const showDay = (day: string) => change({ range: { from: day, to: day }, unit: '' });

/** What a press on a day of a chart does. */
export const PickDay = createContext(showDay);
