import { isKnownRate } from '#shared/format-figures';
import { differ, FEW, type Rate, wilson } from '#shared/statistics';
import { commonWords } from '../words/console-messages.ts';
import type { Cell } from './csv.ts';

const words = commonWords.file;

/** A cell below the title of its column. */
export type Column = readonly [title: string, cell: Cell];

/** A figure in a file: every number that the table shows of it, as a plain number, and what the table says in words. */
export interface FileFigure {
  columns: readonly Column[];
  remarks?: readonly string[];
}

/**
 * What a figure was in the period before. Null leaves its columns empty: it is not known. Without a comparison it is
 * undefined, and there are no such columns.
 */
type Before<Value> = Value | null | undefined;

/** @param changeSince the change since an earlier figure */
export const numberFigure = (
  title: string,
  figure: number | null,
  before: Before<number>,
  changeSince: (then: number, now: number) => number | null,
): FileFigure => ({
  columns: [
    [title, figure],
    ...compared(before, (then): Column[] => [
      [words.before({ title }), then],
      [
        words.change({ title }),
        figure === null || then === null ? null : changeSince(then, figure),
      ],
    ]),
  ],
});

/** A rate is a fraction from 0 to 1, with its interval. That of nobody is empty. */
export function rateFigure(title: string, rate: Rate | null, before: Before<Rate>): FileFigure {
  const isFew = (one: Before<Rate>) => one && one.trials > 0 && one.trials < FEW;
  return {
    columns: [
      ...withInterval(title, rate),
      ...compared(before, (then) => [
        ...withInterval(words.before({ title }), then),
        differenceColumn(title, rate, then),
      ]),
    ],
    remarks: [
      ...(isFew(rate) ? [words.few({ title })] : []),
      ...(isFew(before) ? [words.few({ title: words.before({ title }) })] : []),
    ],
  };
}

/** The difference of two rates as a fraction, and empty where it is not clear. */
function differenceColumn(title: string, rate: Rate | null, other: Rate | null): Column {
  const isClear = rate && other && isKnownRate(rate) && isKnownRate(other) && differ(rate, other);
  return [
    words.difference({ title }),
    isClear ? rate.successes / rate.trials - other.successes / other.trials : null,
  ];
}

/** Returns a row of a file: what it is about, its figures, and all remarks in a column. */
export const fileRow = (
  label: Column,
  figures: readonly FileFigure[],
  remarks: readonly string[] = [],
): Column[] => [
  label,
  ...figures.flatMap(({ columns }) => columns),
  [words.remarks, [...remarks, ...figures.flatMap((figure) => figure.remarks ?? [])].join('; ')],
];

/** Returns rows of the same columns with their titles above them. @param titles those of a file without rows */
export const toFile = (
  rows: readonly (readonly Column[])[],
  titles: readonly string[] = [],
): Cell[][] => [
  rows[0]?.map(([title]) => title) ?? [...titles],
  ...rows.map((row) => row.map(([, cell]) => cell)),
];

const compared = <Value>(before: Before<Value>, columns: (then: Value | null) => Column[]) =>
  before === undefined ? [] : columns(before);

function withInterval(title: string, rate: Rate | null): Column[] {
  const isKnown = rate !== null && isKnownRate(rate);
  const interval = isKnown ? wilson(rate.successes, rate.trials) : null;
  return [
    [title, isKnown ? rate.successes / rate.trials : null],
    [words.low({ title }), interval?.low ?? null],
    [words.high({ title }), interval?.high ?? null],
  ];
}
