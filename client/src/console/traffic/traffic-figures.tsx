import { compareCounts } from '#shared/compare-figures';
import { formatCount, formatShare } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { wholeOf } from '#shared/totals';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import styles from '../charts/chart-columns.module.css';
import { countFigure } from '../charts/file-row.ts';
import { keysOfBoth } from '../charts/keys-of-both.ts';
import { type Changes, changesOf } from '../charts/total-changes.ts';
import { useConsole } from '../console-data.ts';
import { figuresOf } from '../ui/figures-of.ts';
import { Empty, Figures } from '../ui/panel.tsx';
import { countCell, type RankedCell, Ranking } from '../ui/ranking.tsx';
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
  const paths = keysOfBoth(data.pages, figures.before?.pages ?? [], ({ path }) => path);
  const changes = changesOf(data, figures.before, address.zone);
  const { sendsMail } = useConsole();
  return (
    <>
      <Figures figures={trafficFiguresOf(data, changes, sendsMail)} />
      <div className={styles['charts']}>
        {CHARTS.map((name) => (
          <FigureChart key={name} name={name} address={address} figures={figures} data={data} />
        ))}
        {paths.length === 0 ? (
          <Empty heading={words.paths.heading}>{words.empty.paths}</Empty>
        ) : (
          <Ranking
            heading={words.paths.heading}
            name={words.paths.path}
            columns={[{ label: words.paths.count }]}
            rest={changes.until === null ? undefined : words.paths.until({ time: changes.until })}
            rows={paths.map((path) => ({
              key: path,
              name: path,
              cells: [servedCell(servedOf(data, path), path, changes)],
            }))}
          />
        )}
      </div>
    </>
  );
}

const servedOf = ({ pages }: FiguresReport, path: string) =>
  pages.find((page) => page.path === path)?.count ?? 0;

/** A page is compared up to the last whole quarter of an hour. The file has the counts until then, too. */
function servedCell(served: number, path: string, { path: pathIn, until }: Changes): RankedCell {
  const compared = pathIn(path);
  const cell = countCell(served, undefined);
  if (compared === null) return cell;
  const { count, before } = compared;
  if (until === null) return countCell(count, before);
  const untilFigure = countFigure(words.paths.servedUntil({ time: until }), count, before);
  return {
    ...cell,
    change: compareCounts(count, before),
    inFile: (title) => ({ columns: [[title, served], ...untilFigure.columns] }),
  };
}

function trafficFiguresOf(report: FiguresReport, changes: Changes, sendsMail: boolean) {
  const now = wholeOf(report);
  const { pages, signups } = figuresOf(report, changes);
  return [
    pages,
    {
      ...signups,
      note: sendsMail
        ? words.figures.confirmed({
            count: formatCount(now.confirmed),
            share: formatShare(now.confirmed, now.signups),
          })
        : undefined,
    },
    {
      label: words.figures.withdrawals,
      value: formatCount(now.withdrawals),
      change: changes.count(({ withdrawals }) => withdrawals),
    },
  ];
}
