import { compareRates, compareSeconds } from '#shared/compare-figures';
import { formatCount, formatSeconds, formatShare } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { Span } from '#shared/time-buckets';
import type { ViewAddress } from '../address/view-address.ts';
import type { Earlier } from '../api/use-compared.ts';
import { ChartTable, useDrawing } from '../charts/chart-table.tsx';
import { useConsole } from '../console-data.ts';
import { Figures } from '../ui/panel.tsx';
import { funnelWords } from '../words/console-messages.ts';
import styles from './funnel-chart.module.css';
import { FunnelDrawing } from './funnel-drawing.tsx';
import { stepTable, toRows } from './funnel-rows.ts';

const words = funnelWords.figures;

export interface FunnelPartProps {
  address: ViewAddress;
  period: Span;
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: Earlier<FunnelReport> | null;
  /** What that period is called. */
  beforeName: string | undefined;
  /** What the funnel is about, on its images. */
  about: readonly string[];
}

/** The drawing of a funnel, what it comes to, and its steps as a table. */
export function FunnelChart({ report, before, about }: FunnelPartProps) {
  const { steps, time, confirmed } = report;
  const { sendsMail } = useConsole();
  const rate = conversionOf(steps);
  const then = before && conversionOf(before.steps);
  const rows = toRows(report, before);
  const table = stepTable(report, before);
  const chart = useDrawing<HTMLDivElement>(table, () => [
    ...about,
    ...rows.map(
      ({ position, label, count, first }) =>
        `${position + 1}. ${label}: ${formatCount(count)}, ${formatShare(count, first)}`,
    ),
  ]);
  return (
    <div className={styles['chart']}>
      <FunnelDrawing ref={chart} rows={rows} change={then && compareRates(rate, then)} />
      <Figures
        isList
        figures={[
          {
            label: words.median,
            value: formatSeconds(time.medianSeconds),
            change: before && compareSeconds(time.medianSeconds, before.time.medianSeconds),
          },
          ...(sendsMail && confirmed ? [confirmedFigure(confirmed, before?.confirmed)] : []),
        ]}
      />
      <ChartTable {...table} rest={funnelWords.table.note} />
    </div>
  );
}

type Confirmed = NonNullable<FunnelReport['confirmed']>;

/** Confirmations are not events: this is about everybody who signed up by the path of the last step. */
function confirmedFigure(now: Confirmed, before: FunnelReport['confirmed'] = null) {
  const rate = rateOf(now);
  return {
    label: words.confirmed,
    value: rate,
    note: words.confirmedNote({
      confirmed: formatCount(now.confirmed),
      signups: formatCount(now.signups),
    }),
    change: before && compareRates(rate, rateOf(before)),
  };
}

const rateOf = ({ signups, confirmed }: Confirmed) => ({ successes: confirmed, trials: signups });
