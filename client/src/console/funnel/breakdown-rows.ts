import { rateDifference } from '#shared/compare-figures';
import { formatRate } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import { describeValue } from '../ui/describe-value.ts';
import { growthFunnel } from './words.ts';

const words = growthFunnel.breakdown;

export interface BreakdownRow {
  key: string;
  label: string;
  /** The people of each step. */
  counts: number[];
  conversion: Rate;
  /** How the conversion differs from that of all other rows together. */
  besideOthers: string;
  /** The same value in the period before. */
  before: { share: string; difference: string } | null;
}

/**
 * Returns a row for each value, and one for the values that are not listed. Each row is tested against all others
 * together: they are other people, so the two are independent, and no row has to serve as the measure.
 * @param by the property, as the address has it
 */
export function breakdownRowsOf(
  report: FunnelReport,
  before: FunnelReport | null,
  by: string,
): BreakdownRow[] {
  const now = valuesOf(report, by);
  const earlier = new Map(before ? valuesOf(before, by).map((row) => [row.key, row]) : []);
  const all = sum(now.map(({ conversion }) => conversion));
  return now.map((row) => {
    const others = {
      successes: all.successes - row.conversion.successes,
      trials: all.trials - row.conversion.trials,
    };
    const known = row.key === OTHERS ? undefined : earlier.get(row.key);
    return {
      ...row,
      besideOthers: rateDifference(row.conversion, others) ?? '–',
      before: known
        ? {
            share: formatRate(known.conversion),
            difference: rateDifference(row.conversion, known.conversion) ?? '–',
          }
        : null,
    };
  });
}

const OTHERS = 'others';

function valuesOf({ breakdown, others }: FunnelReport, by: string) {
  const row = (key: string, label: string, steps: FunnelReport['steps']) => ({
    key,
    label,
    counts: steps.map(({ count }) => count),
    conversion: conversionOf(steps),
  });
  return [
    ...breakdown.map(({ value, steps }) => {
      const { key, name } = describeValue(by, value);
      return row(key, name, steps);
    }),
    ...(others ? [row(OTHERS, words.others(others.values), others.steps)] : []),
  ];
}

const sum = (rates: readonly Rate[]): Rate => ({
  successes: rates.reduce((all, { successes }) => all + successes, 0),
  trials: rates.reduce((all, { trials }) => all + trials, 0),
});
