import type { ReactNode } from 'react';
import {
  type Comparison,
  compareCounts,
  comparePeople,
  compareRates,
} from '#shared/compare-figures';
import { fewOf, formatCount, formatShare, isKnownRate } from '#shared/format-figures';
import { type Rate, wilson } from '#shared/statistics';
import { type FileFigure, numberFigure, rateFigure } from '../charts/file-row.ts';

export interface TableCell {
  /** What it is sorted by. A column of cells without one cannot be sorted. */
  value?: number | null;
  shown: ReactNode;
  /** Shown beside the value, such as a share. */
  note?: string | undefined;
  change?: Comparison | undefined;
  /** A rate, which has a bar with its interval. */
  rate?: (Rate & { of?: string }) | undefined;
  /** Shares from 0 to 1. The bar is grey where it may be chance that the row differs from the others. Null for a rate without one. */
  bar?: { share: number; low: number; high: number; isClear: boolean } | null | undefined;
  /** Returns the cell in a file, in which what has none is left out. @param title that of its column */
  inFile?(title: string): FileFigure;
}

/** A column of figures that a phone, which shows no headings, says after each. */
export const unitColumn = (label: string) => ({ label, unit: label.toLowerCase() });

/** A number or a text, which a file has as it is. */
export const plainCell = (value: number | string | null, shown: string): TableCell => ({
  ...(typeof value !== 'string' && { value }),
  shown,
  inFile: (title) => ({ columns: [[title, value]] }),
});

/** A share from 0 to 1, without its interval. */
export const shareCell = (part: number, whole: number): TableCell =>
  plainCell(whole === 0 ? null : part / whole, formatShare(part, whole));

/**
 * For pages or events, of which no test can say whether a change is beyond chance.
 *
 * @param before null if it is not known, and undefined without a comparison
 */
export const countCell = (count: number, before: number | null | undefined): TableCell => ({
  value: count,
  shown: formatCount(count),
  change: typeof before === 'number' ? compareCounts(count, before) : undefined,
  inFile: (title) =>
    numberFigure(title, count, before, (then) => (then ? (count - then) / then : null)),
});

/** @param share of both periods' time that is the later one's */
export const peopleCell = (
  count: number,
  before: number | null | undefined,
  share: number | undefined,
): TableCell => ({
  ...countCell(count, before),
  change: typeof before === 'number' && share ? comparePeople(count, before, share) : undefined,
});

/**
 * @param before null if it is not known, and undefined without a comparison
 * @param isClear whether it differs from all other rows together, if all of them are looked at
 */
export function rateCell(rate: Rate, before: Rate | null | undefined, isClear = false): TableCell {
  const { successes, trials } = rate;
  const cell = {
    shown: formatShare(successes, trials),
    note: fewOf(rate),
    change: before ? compareRates(rate, before) : undefined,
    inFile: (title: string) => rateFigure(title, rate, before),
  };
  if (!isKnownRate(rate)) return { ...cell, value: null };
  const share = successes / trials;
  return { ...cell, value: share, rate, bar: { share, ...wilson(successes, trials), isClear } };
}
