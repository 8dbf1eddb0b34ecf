import type { ReactNode } from 'react';
import type { FunnelReport } from '#shared/growth';
import { FEW, wilson } from '#shared/statistics';
import type { Span } from '#shared/time-buckets';
import { bucketRows, partnersOf } from '../charts/buckets.ts';
import { Chart } from '../charts/chart.tsx';
import styles from '../charts/chart-columns.module.css';
import { formatCount } from '../charts/format-figures.ts';
import { conversionOf } from './funnel-rows.ts';
import { growthFunnel } from './words.ts';

const words = growthFunnel.overTime;

interface ConversionOverTimeProps {
  report: FunnelReport;
  /** The same funnel in the period before, and what that is called. */
  before: FunnelReport | null;
  beforeName: string;
  zone: string;
  period: Span;
  /** Says how many visitors agreed to be measured. */
  consent: ReactNode;
}

/** The conversion of those who took the first step in each hour, day or week, with its 95 % interval as a band. */
export function ConversionOverTime(props: ConversionOverTimeProps) {
  const { report, before, beforeName, zone, period, consent } = props;
  const { unit, buckets } = report.overTime;
  const { successes, trials } = conversionOf(report.steps);
  const times = { buckets, unit, zone, period };
  const partners = partnersOf(times, before?.overTime.buckets ?? []);
  const rows = bucketRows(times).map((row, index) => {
    const { started = 0, finished = 0 } = buckets[index] ?? {};
    const isFew = started > 0 && started < FEW;
    return {
      ...row,
      label: isFew ? words.few(row.label) : row.label,
      values: { rate: started === 0 ? null : finished / started },
      band: started === 0 ? null : wilson(finished, started),
      before: rateOf(partners[index]),
      more: [formatCount(started), formatCount(finished)],
    };
  });
  return (
    <div className={styles['noted']}>
      <Chart
        caption={words.caption}
        rowName={words.units[unit]}
        form="line"
        measure="share"
        series={[
          {
            key: 'rate',
            label: words.conversion,
            tone: 'ink',
            whole: trials && successes / trials,
          },
        ]}
        rows={rows}
        period={period}
        beforeName={before ? beforeName : undefined}
        moreHead={[words.started, words.finished]}
      />
      <p>{words.note}</p>
      {consent}
    </div>
  );
}

type Bucket = FunnelReport['overTime']['buckets'][number];

const rateOf = (bucket: Bucket | null | undefined): number | null =>
  bucket && bucket.started > 0 ? bucket.finished / bucket.started : null;
