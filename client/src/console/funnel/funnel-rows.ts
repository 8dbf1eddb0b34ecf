import { type ComparedStep, compareSteps } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { Cell } from '../charts/csv.ts';
import { countFigure, fileRow, rateFigure, secondsFigure, toFile } from '../charts/file-row.ts';
import { funnelWords } from '../words/console-messages.ts';

const words = funnelWords.table;

/** A step of the chart. */
export interface FunnelRow extends ComparedStep {
  label: string;
  /** The people of the first step. */
  first: number;
  /** The people who did not take the next step; null for the last step. */
  lost: number | null;
  /** True for the step after which the most people left. */
  isLargestLoss: boolean;
}

/** Returns a row for each step of a funnel. @param before the same funnel in the period before */
export function toRows({ steps, labels }: FunnelReport, before: FunnelReport | null): FunnelRow[] {
  const losses = steps.slice(1).map(({ count }, index) => (steps[index]?.count ?? 0) - count);
  const largest = losses.indexOf(Math.max(1, ...losses));
  return compareSteps(steps, before?.steps ?? null).map((step) => ({
    ...step,
    label: labels[step.position] ?? '',
    first: steps[0]?.count ?? 0,
    lost: losses[step.position] ?? null,
    isLargestLoss: step.position === largest,
  }));
}

/** Returns the rows as a file. @param isCompared whether it has columns for the period before */
export function funnelFile(rows: readonly FunnelRow[], isCompared: boolean): Cell[][] {
  return toFile(
    rows.map(({ before, ...row }) => {
      const then = <Value>(value: Value | undefined) => (isCompared ? (value ?? null) : undefined);
      return fileRow(
        [words.step, row.label],
        [
          countFigure(words.people, row.count, then(before?.count)),
          { columns: [[words.losses, row.lost]] },
          rateFigure(words.ofFirst, row.ofFirst, then(before?.ofFirst)),
          rateFigure(words.ofPrevious, row.ofPrevious, then(before?.ofPrevious)),
          secondsFigure(words.medianSeconds, row.medianSeconds, then(before?.medianSeconds)),
          secondsFigure(words.meanSeconds, row.averageSeconds, then(before?.averageSeconds)),
        ],
        row.isLargestLoss ? [words.largestLoss] : [],
      );
    }),
  );
}
