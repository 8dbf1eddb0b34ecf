import {
  type Comparison,
  comparePeople,
  compareRates,
  compareSeconds,
} from '#shared/compare-figures';
import {
  formatCount,
  formatInterval,
  formatRate,
  formatSeconds,
  formatShare,
  NONE,
  plain,
} from '#shared/format-figures';
import type { FunnelResult, FunnelStepResult } from '#shared/funnel';
import { compareSteps, stepsOfValue } from '#shared/funnel-steps';
import type { DecisionCount } from '#shared/reports';
import type { Rate } from '#shared/statistics';
import { formatIsoDay, type Span } from '#shared/time-buckets';
import { nameOfValue } from '#shared/value-name';
import { printable } from '../../lib/printable.ts';
import type { CountedFunnel } from '../../reports/ask-reports.ts';
import type { FunnelQuestion } from '../../reports/funnel/funnel-params.ts';
import { formatBar, formatTable } from '../frame/text-table.ts';

interface Counted extends CountedFunnel {
  /** How many of the answers to the consent question were *accept*. */
  consent: { agreed: number; answers: number };
}
/** The same for the period before, and the share of the time of both that is the later one's. */
type Earlier = Counted & Span & { share: number };
export interface FunnelAnswer extends Counted {
  before?: Earlier;
}

type Steps = readonly FunnelStepResult[];
type Compared = readonly [label: string, figure: string, comparison: Comparison];

/** Adds the answers up. A withdrawal is not an answer: the same person had agreed before. */
export function sumConsent(decisions: readonly DecisionCount[]): Counted['consent'] {
  const sum = (kind: DecisionCount['decision']) =>
    decisions.reduce((total, { decision, count }) => total + (decision === kind ? count : 0), 0);
  const agreed = sum('granted');
  return { agreed, answers: agreed + sum('refused') };
}

/** Returns the funnel as a terminal shows it. */
export function funnelText(answer: FunnelAnswer, { query, labels }: FunnelQuestion): string {
  const { steps, breakdown, others, before, measured, time, confirmed } = answer;
  const lines = [toTable(steps, labels)];
  if (steps.every(({ count }) => count === 0)) {
    lines.push(
      '',
      'Nobody has taken the first step. What arrived last: npm run growth -- api tail',
    );
  }
  const times = `median ${formatSeconds(time.medianSeconds)}, 90 % within ${formatSeconds(time.p90Seconds)}`;
  lines.push(
    '',
    `measured at all   ${formatCount(measured)} ${measured === 1 ? 'person' : 'people'}`,
    `figures           ${describeConsent(answer.consent)}`,
    `time to convert   ${plain(times)}, from the first step to the last`,
  );
  if (confirmed !== null && confirmed.confirmed > 0) lines.push(describeConfirmed(confirmed));
  if (before) {
    const compared = comparedSteps(steps, before.steps, before.share, labels);
    compared.push(...comparedWhole(answer, before));
    lines.push('', toComparison(compared, before, query.zone));
  }
  if (query.unit !== null) lines.push('', toTimeTable(answer, query.zone));
  if (query.breakdown !== null) {
    for (const { value, steps: own } of breakdown) {
      lines.push('', `${query.breakdown}: ${printable(nameOfValue(value))}`, toTable(own, labels));
      const earlier = before && stepsOfValue(before, value);
      if (!earlier) continue;
      const compared = comparedSteps(own, earlier, before.share, labels);
      lines.push('', toComparison(compared, before, query.zone));
    }
    if (others)
      lines.push('', `${query.breakdown}: ${others.values} others`, toTable(others.steps, labels));
  }
  return lines.join('\n');
}

/** Compares each figure of each step with the period before. */
const comparedSteps = (steps: Steps, earlier: Steps, share: number, labels: readonly string[]) =>
  compareSteps(steps, earlier).flatMap(({ before, ...now }): Compared[] => {
    if (!before) return [];
    const label = labels[now.position] ?? '';
    const people: Compared = [label, 'people', comparePeople(now.count, before.count, share)];
    if (!now.ofFirst || !now.ofPrevious || !before.ofFirst || !before.ofPrevious) return [people];
    return [
      people,
      [label, 'of first', compareRates(now.ofFirst, before.ofFirst)],
      [label, 'of previous', compareRates(now.ofPrevious, before.ofPrevious)],
      [label, 'mean time', compareSeconds(now.averageSeconds, before.averageSeconds)],
      [label, 'median time', compareSeconds(now.medianSeconds, before.medianSeconds)],
    ];
  });

function comparedWhole(now: Counted, before: Earlier): Compared[] {
  const toConvert = 'time to convert';
  const rateOf = ({ signups, confirmed }: NonNullable<CountedFunnel['confirmed']>): Rate => ({
    successes: confirmed,
    trials: signups,
  });
  const compared: Compared[] = [
    ['measured at all', 'people', comparePeople(now.measured, before.measured, before.share)],
    [toConvert, 'median', compareSeconds(now.time.medianSeconds, before.time.medianSeconds)],
    [toConvert, '90 % within', compareSeconds(now.time.p90Seconds, before.time.p90Seconds)],
  ];
  if (now.confirmed && before.confirmed && now.confirmed.confirmed > 0) {
    const comparison = compareRates(rateOf(now.confirmed), rateOf(before.confirmed));
    compared.push(['confirmed', 'of signups', comparison]);
  }
  return compared;
}

/** Returns a table with a row for each figure. A label stands once, though a step may come twice. */
function toComparison(compared: readonly Compared[], { from, to }: Span, zone: string): string {
  const [first, last] = [formatIsoDay(from, zone), formatIsoDay(to, zone)];
  const rows = compared.map(([label, figure, { now, before, change }], index) => [
    compared[index - 1]?.[0] === label && figure !== 'people' ? '' : label,
    ...[figure, now, before, change ?? ''],
  ]);
  const days = first === last ? first : `${first} to ${last}`;
  return formatTable(['compared', '', 'now', days, 'change'], rows, 2);
}

/** Says how much the figures rest on consent, in the words of the console. */
const describeConsent = ({ agreed, answers }: Counted['consent']): string =>
  answers === 0
    ? 'of those who agreed: no answers in that time'
    : `of the ${plain(formatShare(agreed, answers))} who agreed: ${formatCount(agreed)} of ${formatCount(answers)} answers`;

const describeConfirmed = ({ signups, confirmed }: NonNullable<CountedFunnel['confirmed']>) =>
  `confirmed         ${formatCount(confirmed)} of the ${formatCount(signups)} signups in the table (${plain(formatShare(confirmed, signups))}), measured or not`;

function toTable(steps: Steps, labels: readonly string[]): string {
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

/** Returns a row for each hour, day or week, after one for people who started before the first of them. */
function toTimeTable({ overTime }: FunnelResult, zone: string): string {
  const { unit, buckets, earlier } = overTime;
  const label = (from: string) => {
    const time = Date.parse(from);
    return unit === 'hour'
      ? `${formatIsoDay(time, zone)} ${formatHour(time, zone)}`
      : formatIsoDay(time, zone);
  };
  const toRow = (name: string, { started, finished }: typeof earlier) => [
    name,
    formatCount(started),
    formatCount(finished),
    ...toRateCells({ successes: finished, trials: started }),
    formatBar(started === 0 ? 0 : finished / started, 24),
  ];
  const rows = buckets.map((bucket) => toRow(label(bucket.from), bucket));
  if (earlier.started > 0) rows.unshift(toRow('earlier', earlier));
  const head = [unit, 'first step', 'last step', 'conversion', '95 % interval', ''];
  return formatTable(head, rows);
}

const formatHour = (time: number, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(time);

const toRateCells = (rate: Rate | null): string[] =>
  rate === null ? [NONE, ''] : [formatRate(rate), formatInterval(rate)];
