import { compareCounts } from '#shared/compare-figures';
import { formatCount, formatShare } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { wholeOf } from '#shared/totals';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import styles from '../charts/chart-columns.module.css';
import { keysOfBoth } from '../charts/keys-of-both.ts';
import { useConsole } from '../console-data.ts';
import { comparedUntil, figuresOf } from '../ui/figures-of.ts';
import { Empty, Figures } from '../ui/panel.tsx';
import { Table } from '../ui/table.tsx';
import { countCell } from '../ui/table-cells.ts';
import { trafficWords as words } from '../words/console-messages.ts';
import { FigureChart, type FigureName } from './figure-chart.tsx';

interface TrafficFiguresProps {
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  data: FiguresReport;
}

const CHARTS: readonly FigureName[] = ['signups', 'pages', 'consents'];

/** Shows what is counted without anybody's consent: in total, over time, and by page. */
export function TrafficFigures({ address, figures, data }: TrafficFiguresProps) {
  const { before } = figures;
  const paths = keysOfBoth(data.pages, before?.pages ?? [], ({ path }) => path);
  const until = comparedUntil(data, before, address.zone);
  const { sendsMail } = useConsole();
  const { pages, signups } = figuresOf(data, before, address.zone);
  const now = wholeOf(data);
  const confirmed = {
    count: formatCount(now.confirmed),
    share: formatShare(now.confirmed, now.signups),
  };
  return (
    <>
      <Figures
        figures={[
          pages,
          { ...signups, note: sendsMail ? words.figures.confirmed(confirmed) : undefined },
          {
            label: words.figures.withdrawals,
            value: formatCount(now.withdrawals),
            change: before && compareCounts(now.withdrawals, wholeOf(before).withdrawals),
          },
        ]}
      />
      <div className={styles['charts']}>
        {CHARTS.map((name) => (
          <FigureChart key={name} name={name} address={address} figures={figures} data={data} />
        ))}
        {paths.length === 0 ? (
          <Empty heading={words.paths.heading}>{words.empty.paths}</Empty>
        ) : (
          <Table
            heading={words.paths.heading}
            name={words.paths.path}
            columns={[{ label: words.paths.count, hasChange: true }]}
            rest={until === null ? undefined : words.paths.until({ time: until })}
            rows={paths.map((path) => ({
              key: path,
              name: path,
              cells: [countCell(servedOf(data, path), before ? servedOf(before, path) : undefined)],
            }))}
          />
        )}
      </div>
    </>
  );
}

const servedOf = ({ pages }: FiguresReport, path: string) =>
  pages.find((page) => page.path === path)?.count ?? 0;
