import { type EventFilter, parseFilter } from '#shared/event-filter';
import { type ComparedStep, compareSteps, conversionOf, stepsOfValue } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import { describeValue } from '../ui/describe-value.ts';
import { funnelWords } from '../words/console-messages.ts';

const words = funnelWords.breakdown;

export interface BreakdownRow {
  key: string;
  label: string;
  /** Counts only people with this value; null where no filter can. */
  filter: EventFilter | null;
  /** Each step, beside that of the same value in the period before. */
  steps: ComparedStep[];
  conversion: Rate;
  /** The conversion of all other rows together. */
  rest: Rate;
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
  const { breakdown, others } = report;
  const field = parseFilter(by);
  const rows = breakdown.map(({ value, steps }) => {
    const { key, name: label } = describeValue(by, value);
    const filter = field && { ...field, value };
    return { key, label, filter, steps, earlier: before && stepsOfValue(before, value) };
  });
  if (others) {
    const label = words.others({ count: others.values });
    rows.push({ key: 'others', label, filter: null, steps: others.steps, earlier: null });
  }
  const all = sum(rows.map(({ steps }) => conversionOf(steps)));
  return rows.map(({ steps, earlier, ...row }) => {
    const conversion = conversionOf(steps);
    return {
      ...row,
      steps: compareSteps(steps, earlier),
      conversion,
      rest: {
        successes: all.successes - conversion.successes,
        trials: all.trials - conversion.trials,
      },
    };
  });
}

const sum = (rates: readonly Rate[]): Rate => ({
  successes: rates.reduce((all, { successes }) => all + successes, 0),
  trials: rates.reduce((all, { trials }) => all + trials, 0),
});
