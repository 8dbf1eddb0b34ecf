import { createContext } from 'react';
import type { ChartNote } from './chart-notes.ts';

/** What a press in a chart does to every view. */
interface Actions {
  /** Shows one day alone. @param day as YYYY-MM-DD */
  pickDay(day: string): void;
  /** Shows the days from a note on, beside as many before it. */
  compareNote(note: ChartNote): void;
}

export const ChartActions = createContext<Actions>({ pickDay: () => {}, compareNote: () => {} });
