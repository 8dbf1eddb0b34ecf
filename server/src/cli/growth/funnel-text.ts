import type { FunnelResult, FunnelStepResult } from '#shared/funnel';
import { differ, FEW, wilson } from '#shared/statistics';
import { formatDay } from '#shared/time-buckets';
import { nameOfValue } from '#shared/value-name';
import { printable } from '../../printable.ts';
import type { CountedFunnel } from '../../reports/reports.ts';
import type { FunnelQuestion } from '../../services/funnel/funnel-params.ts';
import { type ConsentShare, describeConsent, formatCount } from './consent.ts';
import { formatBar, formatPercent, formatSeconds, formatTable } from './text-table.ts';

interface Counted extends CountedFunnel {
  consent: ConsentShare;
}
export interface FunnelAnswer extends Counted {
  /** The same for the period before, with `--compare`. */
  before?: Counted;
}

type Steps = readonly FunnelStepResult[];

/** Returns the funnel as a terminal shows it. */
export function funnelText(answer: FunnelAnswer, { query, labels }: FunnelQuestion): string {
  const { steps, breakdown, others, before, measured, time, confirmed } = answer;
  const lines = [toTable(steps, labels)];
  if (steps.every(({ count }) => count === 0)) {
    lines.push(
      '',
      'Nobody has taken the first step. To see whether there are events in that time: npm run growth -- events',
    );
  }
  const times = `median ${formatSeconds(time.medianSeconds)}, 90 % within ${formatSeconds(time.p90Seconds)}`;
  lines.push(
    '',
    `measured at all   ${formatCount(measured)} people, ${describeConsent(answer.consent)}`,
    `time to convert   ${times}, from the first step to the last`,
  );
  if (confirmed !== null && confirmed.confirmed > 0) lines.push(describeConfirmed(confirmed));
  if (before)
    lines.push('', 'compared with the period before', toComparison(steps, before, labels));
  if (query.unit !== null) lines.push('', toTimeTable(answer, query.zone));
  if (query.breakdown !== null) {
    const groups = breakdown.map(({ value, steps: own }) => [nameOfValue(value), own] as const);
    const all = others ? [...groups, [`${others.values} others`, others.steps] as const] : groups;
    for (const [value, own] of all)
      lines.push('', `${query.breakdown}: ${printable(value)}`, toTable(own, labels));
  }
  return lines.join('\n');
}

const describeConfirmed = ({ signups, confirmed }: NonNullable<CountedFunnel['confirmed']>) =>
  `confirmed         ${formatCount(confirmed)} of the ${formatCount(signups)} signups in the table (${formatPercent(confirmed, signups)}), measured or not`;

function toTable(steps: Steps, labels: readonly string[]): string {
  const first = steps[0]?.count ?? 0;
  const rows = steps.map(({ count, averageSeconds, medianSeconds }, index) => [
    labels[index] ?? '',
    String(count),
    formatPercent(count, first),
    index === 0 ? '' : formatCertainty(count, first),
    formatPercent(count, steps[index - 1]?.count ?? count),
    index === 0 ? '' : formatSeconds(averageSeconds),
    index === 0 ? '' : formatSeconds(medianSeconds),
    formatBar(first === 0 ? 0 : count / first, 24),
  ]);
  const times = ['mean time', 'median time'];
  const head = ['step', 'people', 'of first', '95 % interval', 'of previous', ...times, ''];
  return formatTable(head, rows);
}

/** Returns a row for each hour, day or week, after one for people who started before the first of them. */
function toTimeTable({ overTime }: FunnelResult, zone: string): string {
  const { unit, buckets, earlier } = overTime;
  const label = (from: string) => {
    const time = Date.parse(from);
    return unit === 'hour'
      ? `${formatDay(time, zone)} ${formatHour(time, zone)}`
      : formatDay(time, zone);
  };
  const toRow = (name: string, { started, finished }: typeof earlier) => [
    name,
    formatCount(started),
    formatCount(finished),
    started === 0 ? '' : formatPercent(finished, started),
    formatCertainty(finished, started),
    formatBar(started === 0 ? 0 : finished / started, 24),
  ];
  const rows = buckets.map((bucket) => toRow(label(bucket.from), bucket));
  if (earlier.started > 0) rows.unshift(toRow('earlier', earlier));
  const head = [unit, 'first step', 'last step', 'conversion', '95 % interval', ''];
  return formatTable(head, rows);
}

const formatHour = (time: number, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(time);

/** Returns the interval of a rate in percent. So few people that it says little are named. */
function formatCertainty(count: number, of: number): string {
  if (of === 0) return '';
  const { low, high } = wilson(count, of);
  const interval = `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`;
  return of < FEW ? `few: ${interval}` : interval;
}

/** Returns each step beside that of the period before, and whether its rate differs. */
function toComparison(steps: Steps, before: Counted, labels: readonly string[]): string {
  const rate = (of: Steps, index: number) => ({
    successes: of[index]?.count ?? 0,
    trials: of[0]?.count ?? 0,
  });
  const rows = steps.map(({ count }, index) => {
    const [now, then] = [rate(steps, index), rate(before.steps, index)];
    return [
      labels[index] ?? '',
      formatCount(count),
      formatCount(then.successes),
      formatChange(count, then.successes),
      index === 0 ? '' : formatRate(now),
      index === 0 ? '' : formatRate(then),
      index === 0 ? '' : describeDifference(now, then),
    ];
  });
  const head = ['step', 'people', 'before', 'change', 'of first', 'before', 'difference'];
  return formatTable(head, rows);
}

type Rate = Parameters<typeof differ>[0];

function formatRate({ successes, trials }: Rate): string {
  const percent = formatPercent(successes, trials);
  return trials > 0 && trials < FEW ? `${percent}, few` : percent;
}

function describeDifference(now: Rate, then: Rate): string {
  if (Math.min(now.trials, then.trials) === 0) return '';
  if (!differ(now, then)) return 'no clear difference';
  const points = (now.successes / now.trials - then.successes / then.trials) * 100;
  return `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} points`;
}

function formatChange(now: number, then: number): string {
  if (then === 0) return '–';
  const percent = ((now - then) / then) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}
