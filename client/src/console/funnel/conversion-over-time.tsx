import { formatCount, isKnownRate } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import { FEW, wilson } from '#shared/statistics';
import type { Span } from '#shared/time-buckets';
import { bucketRows, partnersOf } from '../charts/buckets.ts';
import { Chart } from '../charts/chart.tsx';
import styles from '../charts/chart-columns.module.css';
import { countCell } from '../ui/table-cells.ts';
import { commonWords, funnelWords } from '../words/console-messages.ts';

const words = funnelWords.overTime;

interface ConversionOverTimeProps {
  report: FunnelReport;
  /** The same funnel in the period before, and what that is called. */
  before: FunnelReport | null;
  beforeName: string;
  zone: string;
  period: Span;
  /** What the funnel is about, on the image. */
  about: readonly string[];
}

/** The conversion of those who took the first step in each hour, day or week, with its 95 % interval as a band. */
export function ConversionOverTime(props: ConversionOverTimeProps) {
  const { report, before, beforeName, zone, period } = props;
  const { unit, buckets, earlier } = report.overTime;
  const { successes, trials } = conversionOf(report.steps);
  const times = { buckets, unit, zone, period };
  const partners = partnersOf(times, before?.overTime.buckets ?? []);
  const rows = bucketRows(times).map((row, index) => ({
    ...row,
    ...conversionIn(buckets[index] ?? NOBODY, row.remarks),
    before: rateOf(partners[index]),
  }));
  const hasEarlier = earlier.started > 0;
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
            whole: isKnownRate({ successes, trials }) ? successes / trials : null,
          },
        ]}
        rows={rows}
        about={props.about}
        period={period}
        hasDays={unit === 'day'}
        beforeName={before ? beforeName : undefined}
        moreHead={[words.started, words.finished]}
        earlier={hasEarlier ? earlierRow(earlier) : undefined}
      />
      <p>{words.note}</p>
      {hasEarlier && (
        <p>
          {words.earlierNote({
            started: formatCount(earlier.started),
            finished: formatCount(earlier.finished),
          })}
        </p>
      )}
    </div>
  );
}

type Starters = FunnelReport['overTime']['earlier'];

const NOBODY: Starters = { started: 0, finished: 0 };

/** Returns what a row shows of the people who started in its time. */
function conversionIn({ started, finished }: Starters, remarks: readonly string[]) {
  const isKnown = isKnownRate({ successes: finished, trials: started });
  const isFew = started > 0 && started < FEW;
  return {
    remarks: isFew ? [...remarks, commonWords.chart.few] : remarks,
    values: { rate: isKnown ? finished / started : null },
    band: isKnown ? wilson(finished, started) : null,
    more: [countCell(started, undefined), countCell(finished, undefined)],
  };
}

const earlierRow = (earlier: Starters) => ({
  key: 'earlier',
  label: words.earlier,
  shortLabel: '',
  ...conversionIn(earlier, []),
});

const rateOf = (bucket: Starters | null | undefined): number | null =>
  bucket && isKnownRate({ successes: bucket.finished, trials: bucket.started })
    ? bucket.finished / bucket.started
    : null;
