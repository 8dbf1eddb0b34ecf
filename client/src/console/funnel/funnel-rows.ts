import type { FunnelReport } from '#shared/growth';
import { type Rate, wilson } from '#shared/statistics';
import type { Cell } from '../charts/csv.ts';
import { growthFunnel } from './words.ts';

const words = growthFunnel.table;

/** A step of the chart. */
export interface FunnelRow {
  position: number;
  label: string;
  ofFirst: Rate;
  /** Null for the first step. */
  ofPrevious: Rate | null;
  /** The people who did not take the next step; null for the last step. */
  lost: number | null;
  /** True for the step after which the most people left. */
  isLargestLoss: boolean;
  medianSeconds: number | null;
  averageSeconds: number | null;
  /** The same step in the period before. */
  before: { count: number; ofPrevious: Rate | null } | null;
}

/** Returns a row for each step of a funnel. @param before the same funnel in the period before */
export function rowsOf({ steps, labels }: FunnelReport, before: FunnelReport | null): FunnelRow[] {
  const losses = steps.slice(1).map(({ count }, index) => (steps[index]?.count ?? 0) - count);
  const largest = losses.indexOf(Math.max(1, ...losses));
  return steps.map(({ count, medianSeconds, averageSeconds }, position) => {
    const earlier = before?.steps[position];
    return {
      position,
      label: labels[position] ?? '',
      ofFirst: { successes: count, trials: steps[0]?.count ?? 0 },
      ofPrevious: ofPrevious(steps, position),
      lost: losses[position] ?? null,
      isLargestLoss: position === largest,
      medianSeconds,
      averageSeconds,
      before: earlier
        ? { count: earlier.count, ofPrevious: ofPrevious(before.steps, position) }
        : null,
    };
  });
}

/** Returns the rows as a table of plain numbers: shares from 0 to 1, and times in seconds. */
export function csvOf(rows: readonly FunnelRow[]): Cell[][] {
  const share = (rate: Rate | null | undefined): Cell[] => {
    if (!rate || rate.trials === 0) return [null, null, null];
    const { low, high } = wilson(rate.successes, rate.trials);
    return [rate.successes / rate.trials, low, high];
  };
  return [
    [...words.csvHead],
    ...rows.map((row) => [
      row.label,
      row.ofFirst.successes,
      row.lost,
      ...share(row.position === 0 ? null : row.ofFirst),
      ...share(row.ofPrevious),
      row.before?.count ?? null,
      ...share(row.before?.ofPrevious),
      row.medianSeconds,
      row.averageSeconds,
    ]),
  ];
}

function ofPrevious(steps: FunnelReport['steps'], position: number): Rate | null {
  const [previous, own] = [steps[position - 1], steps[position]];
  return previous && own ? { successes: own.count, trials: previous.count } : null;
}

/** Returns the people who took the last step, of those who took the first. */
export const conversionOf = (steps: FunnelReport['steps']): Rate => ({
  successes: steps.at(-1)?.count ?? 0,
  trials: steps[0]?.count ?? 0,
});
