import type { FiguresReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import styles from '../charts/chart-columns.module.css';
import { ConsentNote } from '../ui/consent-note.tsx';
import { Empty } from '../ui/panel.tsx';
import { countCell, Ranking } from '../ui/ranking.tsx';
import { SourceRanking } from '../ui/source-ranking.tsx';
import { growthTraffic as words } from './words.ts';

interface TrafficSourcesProps {
  data: Traffic;
  before: Traffic | null;
  figures: FiguresReport | null;
}

const NONE = { count: 0, people: 0 };

/** Shows what rests on consent: visitors by source, and events by name. */
export function TrafficSources({ data, before, figures }: TrafficSourcesProps) {
  const { events } = data;
  return (
    <>
      <ConsentNote answers={figures?.buckets ?? null} />
      <div className={styles['charts']}>
        <SourceRanking heading={words.sources.heading(data.by)} data={data} before={before} />
        {events.length === 0 ? (
          <Empty heading={words.events.heading}>{words.empty.events}</Empty>
        ) : (
          <Ranking
            heading={words.events.heading}
            name={words.events.name}
            columns={[{ label: words.events.count }, { label: words.events.people }]}
            rows={events.map(({ name, count, people }) => {
              const earlier = before && (before.events.find((one) => one.name === name) ?? NONE);
              return {
                key: name,
                name,
                cells: [countCell(count, earlier?.count), countCell(people, earlier?.people)],
              };
            })}
          />
        )}
      </div>
    </>
  );
}
