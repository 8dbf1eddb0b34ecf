import { compareSeconds } from '#shared/compare-figures';
import { formatCount, formatSeconds } from '#shared/format-figures';
import { type ComparedStep, compareSteps } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import type { Earlier } from '../api/use-compared.ts';
import { numberFigure } from '../charts/file-row.ts';
import type { TableColumn, TableRow } from '../ui/table.tsx';
import { peopleCell, plainCell, rateCell, type TableCell, unitColumn } from '../ui/table-cells.ts';
import { funnelWords } from '../words/console-messages.ts';

const words = funnelWords.table;

/** A step of the chart. */
export interface FunnelRow extends ComparedStep {
  label: string;
  /** The people of the first step. */
  first: number;
  /** The people who did not take the next step; null for the last step. */
  lost: number | null;
  /** True for the step after which the most people left, of several. */
  isLargestLoss: boolean;
}

/** Returns a row for each step of a funnel. @param before the same funnel in the period before */
export function toRows({ steps, labels }: FunnelReport, before: FunnelReport | null): FunnelRow[] {
  const losses = steps.slice(1).map(({ count }, index) => (steps[index]?.count ?? 0) - count);
  const largest = losses.indexOf(Math.max(...losses));
  const hasSeveral = losses.filter((lost) => lost > 0).length > 1;
  return compareSteps(steps, before?.steps ?? null).map((step) => ({
    ...step,
    label: labels[step.position] ?? '',
    first: steps[0]?.count ?? 0,
    lost: losses[step.position] ?? null,
    isLargestLoss: hasSeveral && step.position === largest,
  }));
}

const NOBODY: Rate = { successes: 0, trials: 0 };

/** Returns the table of a funnel's steps. With two steps, the first is also the previous one. */
export function stepTable(report: FunnelReport, before: Earlier<FunnelReport> | null) {
  const rows = toRows(report, before);
  const hasFirst = rows.length > 2;
  const then = <Value>(value: Value | undefined) => (before ? (value ?? null) : undefined);
  const columns: TableColumn[] = [
    { ...unitColumn(words.people), hasChange: true },
    { ...unitColumn(words.losses), isMinor: true },
    { label: words.median },
    ...(hasFirst ? [{ ...unitColumn(words.ofFirst), hasChange: true, isMinor: true }] : []),
    { label: words.ofPrevious, hasChange: true },
  ];
  const cellsOf = ({ before: earlier, ...row }: FunnelRow): TableCell[] => [
    peopleCell(row.count, then(earlier?.count), before?.share),
    plainCell(row.lost, formatCount(row.lost ?? 0)),
    secondsCell(row.medianSeconds, then(earlier?.medianSeconds)),
    // Two bars in one row would be compared.
    ...(hasFirst
      ? [{ ...rateCell(row.ofFirst ?? NOBODY, then(earlier?.ofFirst)), bar: undefined }]
      : []),
    rateCell(row.ofPrevious ?? NOBODY, then(earlier?.ofPrevious)),
  ];
  return {
    heading: words.caption,
    name: words.step,
    columns,
    rows: rows.map(
      (row): TableRow => ({
        key: `${row.position}`,
        name: row.label,
        // A step without a figure has nothing on a phone.
        cells: cellsOf(row).map((cell) => (cell.value === null ? { ...cell, shown: null } : cell)),
        remarks: row.isLargestLoss ? [words.largestLoss] : [],
      }),
    ),
  };
}

const secondsCell = (seconds: number | null, before: number | null | undefined): TableCell => ({
  value: seconds,
  shown: formatSeconds(seconds),
  change: before === undefined ? undefined : compareSeconds(seconds, before),
  inFile: () => numberFigure(words.medianSeconds, seconds, before, (then, now) => now - then),
});
