import type { Traffic } from '#shared/reports';
import type { ViewProps } from '../address/use-address.ts';
import type { Earlier } from '../api/use-compared.ts';
import styles from '../charts/chart-columns.module.css';
import { keysOfBoth } from '../charts/keys-of-both.ts';
import { BREAKDOWN_NAMES } from '../funnel/breakdown-names.ts';
import { Empty } from '../ui/panel.tsx';
import { SourceTable } from '../ui/source-table.tsx';
import { Table } from '../ui/table.tsx';
import { countCell, peopleCell } from '../ui/table-cells.ts';
import { trafficWords as words } from '../words/console-messages.ts';

interface TrafficSourcesProps extends Pick<ViewProps, 'change'> {
  data: Traffic;
  before: Earlier<Traffic> | null;
}

const countsOf = ({ events }: Traffic, name: string) =>
  events.find((event) => event.name === name) ?? { count: 0, people: 0 };

/** Shows what rests on consent: visitors by source, and events by name. */
export function TrafficSources({ data, before, change }: TrafficSourcesProps) {
  const names = keysOfBoth(data.events, before?.events ?? [], ({ name }) => name);
  return (
    <div className={styles['charts']}>
      <SourceTable
        heading={words.sources.heading({ by: BREAKDOWN_NAMES[data.by].toLowerCase() })}
        data={data}
        before={before}
        change={change}
      />
      {names.length === 0 ? (
        <Empty heading={words.events.heading}>{words.empty.events}</Empty>
      ) : (
        <Table
          heading={words.events.heading}
          name={words.events.name}
          columns={[{ label: words.events.count }, { label: words.events.people }]}
          rows={names.map((name) => {
            const now = countsOf(data, name);
            const earlier = before ? countsOf(before, name) : undefined;
            return {
              key: name,
              name,
              cells: [
                countCell(now.count, earlier?.count),
                peopleCell(now.people, earlier?.people, before?.share),
              ],
            };
          })}
        />
      )}
    </div>
  );
}
