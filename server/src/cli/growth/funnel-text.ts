import {
  formatCount,
  formatInterval,
  formatRate,
  formatSeconds,
  formatShare,
  NONE,
  plain,
} from '#shared/format-figures';
import type { FunnelStepResult } from '#shared/funnel';
import { compareSteps } from '#shared/funnel-steps';
import type { DecisionCount } from '#shared/reports';
import type { Rate } from '#shared/statistics';
import { nameOfValue } from '#shared/value-name';
import { printable } from '../../lib/printable.ts';
import type { CountedFunnel } from '../../reports/ask-reports.ts';
import type { FunnelQuestion } from '../../reports/funnel/funnel-params.ts';
import { formatBar, formatTable } from '../frame/text-table.ts';

export interface FunnelAnswer extends CountedFunnel {
  /** How many of the answers to the consent question were *accept*. */
  consent: { agreed: number; answers: number };
}

/** Adds the answers up. A withdrawal is not an answer: the same person had agreed before. */
export function sumConsent(decisions: readonly DecisionCount[]): FunnelAnswer['consent'] {
  const sum = (kind: DecisionCount['decision']) =>
    decisions.reduce((total, { decision, count }) => total + (decision === kind ? count : 0), 0);
  const agreed = sum('granted');
  return { agreed, answers: agreed + sum('refused') };
}

export function funnelText(answer: FunnelAnswer, { query, labels }: FunnelQuestion): string {
  const { steps, breakdown, others, measured, time } = answer;
  const times = `median ${formatSeconds(time.medianSeconds)}, 90 % within ${formatSeconds(time.p90Seconds)}`;
  const lines = [
    toTable(steps, labels),
    '',
    `measured at all   ${formatCount(measured)} ${measured === 1 ? 'person' : 'people'}`,
    `figures           ${describeConsent(answer.consent)}`,
    `time to convert   ${plain(times)}, from the first step to the last`,
  ];
  for (const { value, steps: own } of breakdown) {
    const name = nameOfValue(`${query.breakdown}`, value);
    lines.push('', `${query.breakdown}: ${printable(name)}`, toTable(own, labels));
  }
  if (others)
    lines.push('', `${query.breakdown}: ${others.values} others`, toTable(others.steps, labels));
  return lines.join('\n');
}

/** Says how much the figures rest on consent, in the words of the console. */
const describeConsent = ({ agreed, answers }: FunnelAnswer['consent']): string =>
  answers === 0
    ? 'of those who agreed: no answers in that time'
    : `of the ${plain(formatShare(agreed, answers))} who agreed: ${formatCount(agreed)} of ${formatCount(answers)} answers`;

function toTable(steps: readonly FunnelStepResult[], labels: readonly string[]): string {
  const first = steps[0]?.count ?? 0;
  const rows = compareSteps(steps, null).map((step) => [
    labels[step.position] ?? '',
    formatCount(step.count),
    ...toRateCells(step.ofFirst),
    ...toRateCells(step.ofPrevious),
    step.position === 0 ? '' : formatSeconds(step.averageSeconds),
    step.position === 0 ? '' : formatSeconds(step.medianSeconds),
    formatBar(first === 0 ? 0 : step.count / first, 24),
  ]);
  const rates = ['of first', '95 % interval', 'of previous', '95 % interval'];
  return formatTable(['step', 'people', ...rates, 'mean time', 'median time', ''], rows);
}

const toRateCells = (rate: Rate | null): string[] =>
  rate === null ? [NONE, ''] : [formatRate(rate), formatInterval(rate)];
