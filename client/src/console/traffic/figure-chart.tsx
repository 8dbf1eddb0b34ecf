import type { ReactNode } from 'react';
import type { FiguresReport } from '#shared/growth';
import { type FiguresBucket, type Totals, totalsOf } from '#shared/totals';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { bucketRows } from '../charts/buckets.ts';
import { Chart } from '../charts/chart.tsx';
import { type Series, totalOf } from '../charts/plot.tsx';
import { beforeNameOf } from '../ui/range-picker.tsx';
import { countCell, shareCell, type TableCell } from '../ui/table-cells.ts';
import { commonWords, trafficWords as words } from '../words/console-messages.ts';

type FigureName = keyof typeof words.charts;
type Counts = Omit<FiguresBucket, 'from'>;

const SERIES: Record<FigureName, readonly Series[]> = {
  signups: [
    { key: 'notifyme', label: words.series.notifyme, tone: 'standby' },
    { key: 'beta', label: words.series.beta, tone: 'on-air' },
  ],
  pages: [{ key: 'pages', label: words.series.pages, tone: 'ink' }],
  consents: [
    { key: 'grants', label: words.series.grants, tone: 'ink' },
    { key: 'refusals', label: words.series.refusals, tone: 'paper' },
  ],
};

/** The columns that only the table has. */
const MORE: { readonly [name in FigureName]?: Record<string, (totals: Totals) => TableCell> } = {
  signups: { [words.series.confirmed]: ({ confirmed }) => countCell(confirmed, undefined) },
  consents: {
    [words.series.rate]: ({ grants, answers }) => shareCell(grants, answers),
    [words.series.withdrawals]: ({ withdrawals }) => countCell(withdrawals, undefined),
  },
};

interface FigureChartProps {
  name: FigureName;
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  data: FiguresReport;
  children?: ReactNode;
}

/** Shows a figure over time, with that of the period before. */
export function FigureChart({ name, address, figures, data, children }: FigureChartProps) {
  const series = SERIES[name];
  const more = MORE[name] ?? {};
  const { unit, buckets } = data;
  const { period, before } = figures;
  const { zone } = address;
  const values = ({ signups, pages, grants, refusals }: Counts) => {
    const all: Record<string, number> = { ...signups, pages, grants, refusals };
    return Object.fromEntries(series.map(({ key }) => [key, all[key] ?? 0]));
  };
  const sum = (bucket: Counts) => totalOf({ values: values(bucket) }) ?? 0;
  const rows = bucketRows({ buckets, unit, zone, period }, before?.buckets, before?.span).map(
    ({ bucket, partner, ...row }) => ({
      ...row,
      values: values(bucket),
      before: partner && sum(partner),
      more: Object.values(more).map((cellOf) => cellOf(totalsOf([bucket]))),
    }),
  );
  const beforeWhole = (before?.buckets ?? []).reduce((all, one) => all + sum(one), 0);
  const isEmpty = beforeWhole === 0 && buckets.every((one) => sum(one) === 0);
  return (
    <Chart
      caption={words.charts[name]({ unit: commonWords.range.units[unit] })}
      rowName={commonWords.chart.units[unit]}
      series={series}
      rows={rows}
      period={period}
      hasDays={unit === 'day'}
      isOfEverybody
      beforeName={before ? beforeNameOf(address) : undefined}
      beforeWhole={beforeWhole}
      moreHead={Object.keys(more)}
      empty={isEmpty ? words.empty[name] : undefined}
    >
      {children}
    </Chart>
  );
}
