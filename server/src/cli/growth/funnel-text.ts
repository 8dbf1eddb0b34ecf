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
import type { Rate } from '#shared/statistics';
import { formatIsoDay, type Span } from '#shared/time-buckets';
import { nameOfValue } from '#shared/value-name';
import { printable } from '../../lib/printable.ts';
import type { CountedFunnel } from '../../reports/ask-reports.ts';
import type { FunnelQuestion } from '../../reports/funnel/funnel-params.ts';
import { formatBar, formatTable } from '../frame/text-table.ts';
import { type ConsentShare, describeConsent } from './consent-share.ts';
import { comparedSteps, comparedWhole, comparisonTable } from './funnel-comparison.ts';

interface Counted extends CountedFunnel {
  consent: ConsentShare;
}
export interface FunnelAnswer extends Counted {
  /** The same for the period before, with `--compare`, and the share of the time of both that is the later one's. */
  before?: Counted & Span & { share: number };
}

type Steps = readonly FunnelStepResult[];

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
    const compared = comparedSteps(steps, before, labels);
    const whole = comparedWhole(answer, before);
    lines.push('', comparisonTable([...compared, ...whole], daysOf(before, query.zone)));
  }
  if (query.unit !== null) lines.push('', toTimeTable(answer, query.zone));
  if (query.breakdown !== null) {
    for (const { value, steps: own } of breakdown) {
      lines.push('', `${query.breakdown}: ${printable(nameOfValue(value))}`, toTable(own, labels));
      const earlier = before && stepsOfValue(before, value);
      if (!earlier) continue;
      const compared = comparedSteps(own, { ...before, steps: earlier }, labels);
      lines.push('', comparisonTable(compared, daysOf(before, query.zone)));
    }
    if (others)
      lines.push('', `${query.breakdown}: ${others.values} others`, toTable(others.steps, labels));
  }
  return lines.join('\n');
}

/** `2026-03-14`, or `2026-02-01 to 2026-02-28`. */
function daysOf({ from, to }: Span, zone: string): string {
  const [first, last] = [formatIsoDay(from, zone), formatIsoDay(to, zone)];
  return first === last ? first : `${first} to ${last}`;
}

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
