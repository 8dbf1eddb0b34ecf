import { type ComparedStep, compareSteps } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import { type Rate, wilson } from '#shared/statistics';
import type { Cell } from '../charts/csv.ts';
import { growthFunnel } from './words.ts';

const words = growthFunnel.table;

/** A step of the chart. */
export interface FunnelRow extends ComparedStep {
  position: number;
  label: string;
  /** The people of the first step. */
  first: number;
  /** The people who did not take the next step; null for the last step. */
  lost: number | null;
  /** True for the step after which the most people left. */
  isLargestLoss: boolean;
}

/** Returns a row for each step of a funnel. @param before the same funnel in the period before */
export function rowsOf({ steps, labels }: FunnelReport, before: FunnelReport | null): FunnelRow[] {
  const losses = steps.slice(1).map(({ count }, index) => (steps[index]?.count ?? 0) - count);
  const largest = losses.indexOf(Math.max(1, ...losses));
  return compareSteps(steps, before?.steps ?? null).map((step, position) => ({
    ...step,
    position,
    label: labels[position] ?? '',
    first: steps[0]?.count ?? 0,
    lost: losses[position] ?? null,
    isLargestLoss: position === largest,
  }));
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
      row.count,
      row.lost,
      ...share(row.ofFirst),
      ...share(row.ofPrevious),
      row.before?.count ?? null,
      ...share(row.before?.ofPrevious),
      row.medianSeconds,
      row.averageSeconds,
    ]),
  ];
}
