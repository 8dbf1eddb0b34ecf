import type { FiguresReport } from '#shared/growth';
import { wholeOf } from '#shared/totals';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { keysOfBoth } from '../charts/keys-of-both.ts';
import { comparedUntil } from '../ui/figures-of.ts';
import { Table } from '../ui/table.tsx';
import { countCell } from '../ui/table-cells.ts';
import { trafficWords as words } from '../words/console-messages.ts';
import { FigureChart } from './figure-chart.tsx';
import styles from './traffic.module.css';

interface TrafficFiguresProps {
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  data: FiguresReport;
}

/** Shows what is counted without anybody's consent: pages, over time and by path, and answers to the consent question. */
export function TrafficFigures({ address, figures, data }: TrafficFiguresProps) {
  const { before } = figures;
  const paths = keysOfBoth(data.pages, before?.pages ?? [], ({ path }) => path);
  const until = comparedUntil(data, before, address.zone);
  const rowOf = (key: string, name: string, of: (report: FiguresReport) => number) => ({
    key,
    name,
    cells: [countCell(of(data), before ? of(before) : undefined)],
  });
  return (
    <>
      <div className={styles['lead']}>
        <h2>{words.unmeasured.heading}</h2>
        <p>{words.unmeasured.text}</p>
      </div>
      <div className={styles['columns']}>
        <div className={styles['stack']}>
          <FigureChart name="pages" address={address} figures={figures} data={data} />
          {paths.length > 0 && (
            <Table
              heading={words.paths.heading}
              name={words.paths.path}
              columns={[{ label: words.paths.count, hasChange: true }]}
              rest={until === null ? undefined : words.paths.until({ time: until })}
              rows={paths.map((path) => rowOf(path, path, (report) => servedOf(report, path)))}
              total={
                paths.length > 1
                  ? rowOf('all', words.paths.all, (report) => wholeOf(report).pages)
                  : undefined
              }
            />
          )}
        </div>
        <FigureChart name="consents" address={address} figures={figures} data={data} />
      </div>
    </>
  );
}

const servedOf = ({ pages }: FiguresReport, path: string) =>
  pages.find((page) => page.path === path)?.count ?? 0;
