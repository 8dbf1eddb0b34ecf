import {
  formatCount,
  formatSeconds,
  formatSecondsRange,
  isKnownRate,
} from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import { FEW, type Rate, wilson } from '#shared/statistics';
import { bucketRows } from '../charts/buckets.ts';
import { Chart } from '../charts/chart.tsx';
import blocks from '../ui/block.module.css';
import { countCell } from '../ui/table-cells.ts';
import { commonWords, funnelWords } from '../words/console-messages.ts';
import type { FunnelPartProps } from './funnel-chart.tsx';

const overTime = funnelWords.overTime;
const words = funnelWords.time;

/** The conversion of those who took the first step in each hour, day or week, with its 95 % interval as a band. */
export function ConversionOverTime(props: FunnelPartProps) {
  const { report, before, beforeName, about, address, period } = props;
  const { unit, buckets, earlier } = report.overTime;
  const times = { buckets, unit, zone: address.zone, period };
  const rows = bucketRows(times, before?.overTime.buckets, before?.span).map(
    ({ bucket, partner, ...row }) => ({
      ...row,
      ...conversionIn(bucket, row.remarks),
      before: partner && shareOf(rateOf(partner)),
    }),
  );
  return (
    <div className={blocks['block']}>
      <Chart
        caption={overTime.caption}
        rowName={commonWords.chart.units[unit]}
        form="line"
        measure="share"
        series={[
          {
            key: 'rate',
            label: overTime.conversion,
            tone: 'ink',
            whole: shareOf(conversionOf(report.steps)),
          },
        ]}
        rows={rows}
        about={about}
        period={period}
        hasDays={unit === 'day'}
        beforeName={beforeName}
        beforeWhole={before && shareOf(conversionOf(before.steps))}
        moreHead={[overTime.started, overTime.finished]}
      />
      <p>{overTime.note}</p>
      {earlier.started > 0 && (
        <p>
          {overTime.earlierNote({
            started: formatCount(earlier.started),
            finished: formatCount(earlier.finished),
          })}
        </p>
      )}
    </div>
  );
}

type Starters = FunnelReport['overTime']['earlier'];

const rateOf = ({ started, finished }: Starters): Rate => ({
  successes: finished,
  trials: started,
});
const shareOf = (rate: Rate) => (isKnownRate(rate) ? rate.successes / rate.trials : null);

/** Returns what a row shows of the people who started in its time. */
function conversionIn(starters: Starters, remarks: readonly string[]) {
  const { started, finished } = starters;
  const isFew = started > 0 && started < FEW;
  return {
    remarks: isFew ? [...remarks, commonWords.chart.few] : remarks,
    values: { rate: shareOf(rateOf(starters)) },
    band: started > 0 ? wilson(finished, started) : null,
    more: [countCell(started, undefined), countCell(finished, undefined)],
  };
}

/** How long people took from the first step to the last. */
export function TimeToConvert({ report, before, beforeName, about }: FunnelPartProps) {
  const finished = report.steps.at(-1)?.count ?? 0;
  const rows = report.time.bins.map(({ fromSeconds, toSeconds, count }, index) => {
    const label = describeBin(fromSeconds, toSeconds);
    return {
      key: String(fromSeconds),
      label,
      shortLabel: label.replace(/\s(?=\S+$)/, '\n'), // the unit below: a phone has room for each label
      values: { people: count },
      before: before?.time.bins[index]?.count ?? null,
    };
  });
  const isTaken = (row: (typeof rows)[number]) => row.values.people + (row.before ?? 0) > 0;
  const nobody = finished > 0 ? words.few : words.empty;
  return (
    <Chart
      caption={words.caption}
      rowName={words.took}
      about={about}
      series={[{ key: 'people', label: funnelWords.table.people, tone: 'ink', whole: finished }]}
      rows={rows.slice(rows.findIndex(isTaken), rows.findLastIndex(isTaken) + 1)}
      beforeName={beforeName}
      empty={report.time.medianSeconds === null ? nobody : undefined}
    />
  );
}

/** Returns the words for a bin, short enough for the axis: `<10 s`, `2–5 min`, `>7 d`. */
function describeBin(from: number, to: number | null): string {
  if (to === null) return `>${formatSeconds(from)}`;
  return from === 0 ? `<${formatSeconds(to)}` : formatSecondsRange(from, to);
}
