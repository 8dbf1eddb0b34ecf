import type { Traffic } from '#shared/reports';
import { formatCount, formatShare } from '../charts/format-figures.ts';
import { Empty } from '../ui/panel.tsx';
import { Ranking } from '../ui/ranking.tsx';
import styles from './traffic-view.module.css';
import { growthTraffic as words } from './words.ts';

/** Shows events by name and visitors by source. */
export function TrafficSources({ events, rows, more }: Traffic) {
  const { empty } = words;
  return (
    <div className={styles['charts']}>
      {events.length === 0 ? (
        <Empty heading={words.events.heading}>{empty.events}</Empty>
      ) : (
        <Ranking
          heading={words.events.heading}
          name={words.events.name}
          columns={[{ label: words.events.count, isRanked: true }, { label: words.events.people }]}
          rows={events.map(({ name, count, people }) => ({
            name,
            values: [count, people],
            cells: [formatCount(count), formatCount(people)],
          }))}
        />
      )}
      {rows.length === 0 ? (
        <Empty heading={words.sources.heading}>{empty.sources}</Empty>
      ) : (
        <Ranking
          heading={words.sources.heading}
          name={words.sources.source}
          columns={[
            { label: words.sources.people, isRanked: true },
            { label: words.sources.events },
            { label: words.sources.signups },
            { label: words.sources.rate },
          ]}
          rows={[
            ...rows.map(({ value, people, events: count, signups }) => ({
              name: value ?? words.sources.none,
              values: [people],
              cells: [
                formatCount(people),
                formatCount(count),
                formatCount(signups),
                formatShare(signups, people),
              ],
            })),
            ...(more
              ? [{ name: words.sources.more(formatCount(more)), values: [], cells: [] }]
              : []),
          ]}
        />
      )}
    </div>
  );
}
