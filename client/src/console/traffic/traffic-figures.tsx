import type { FiguresReport } from '#shared/growth';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import styles from '../charts/chart-columns.module.css';
import { formatRate } from '../charts/compare.ts';
import { formatCount } from '../charts/format-figures.ts';
import { changesOf, consentRateOf, totalsOf } from '../charts/totals.ts';
import { Empty, Figures } from '../ui/panel.tsx';
import { Ranking } from '../ui/ranking.tsx';
import { FigureChart, type FigureName } from './figure-chart.tsx';
import { growthTraffic as words } from './words.ts';

interface TrafficFiguresProps {
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  data: FiguresReport;
}

const CHARTS: readonly FigureName[] = ['signups', 'pages', 'consents'];

/** Shows what is counted without anybody's consent: in total, over time, and by page. */
export function TrafficFigures({ address, figures, data }: TrafficFiguresProps) {
  const { pages } = data;
  return (
    <>
      <Figures figures={figuresOf(data, figures.before, address.zone)} />
      <div className={styles['charts']}>
        {CHARTS.map((name) => (
          <FigureChart key={name} name={name} address={address} figures={figures} data={data} />
        ))}
        {pages.length === 0 ? (
          <Empty heading={words.paths.heading}>{words.empty.paths}</Empty>
        ) : (
          <Ranking
            heading={words.paths.heading}
            name={words.paths.path}
            columns={[{ label: words.paths.count }]}
            rows={pages.map(({ path, count }) => ({
              key: path,
              name: path,
              cells: [{ value: count, shown: formatCount(count) }],
            }))}
          />
        )}
      </div>
    </>
  );
}

function figuresOf(report: FiguresReport, before: FiguresReport | null, zone: string) {
  const now = totalsOf(report.buckets);
  const changes = changesOf(report, before, zone);
  const { figures } = words;
  return [
    {
      label: figures.pages,
      value: formatCount(now.pages),
      change: changes.count(({ pages }) => pages),
    },
    {
      label: figures.signups,
      value: formatCount(now.signups),
      change: changes.count(({ signups }) => signups),
    },
    {
      label: figures.consent,
      value: formatRate(consentRateOf(now)),
      note:
        now.answers === 0
          ? figures.consentNone
          : figures.consentNote(formatCount(now.grants), formatCount(now.answers)),
      change: changes.consentRate(),
    },
    {
      label: figures.withdrawals,
      value: formatCount(now.withdrawals),
      change: changes.count(({ withdrawals }) => withdrawals),
    },
  ];
}
