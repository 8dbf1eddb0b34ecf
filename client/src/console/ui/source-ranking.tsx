import type { Traffic } from '#shared/reports';
import { wilson } from '#shared/statistics';
import { countChange, formatInterval, formatRate, rateChange } from '../charts/compare.ts';
import { formatCount } from '../charts/format-figures.ts';
import { growthText } from '../words.ts';
import { Empty } from './panel.tsx';
import { type RankedCell, Ranking } from './ranking.tsx';

const words = growthText.sources;

interface SourceRankingProps {
  heading: string;
  data: Traffic;
  before: Traffic | null;
}

/** Shows visitors by where they came from, with the rate at which they signed up and how certain it is. */
export function SourceRanking({ heading, data, before }: SourceRankingProps) {
  const { rows, by, others } = data;
  if (rows.length === 0) return <Empty heading={heading}>{words.empty}</Empty>;
  return (
    <Ranking
      heading={heading}
      name={growthText.by[by]}
      columns={[
        { label: words.people },
        { label: words.events, minor: true },
        { label: words.signups },
        { label: words.rate },
      ]}
      rows={rows.map((row) => {
        const earlier = before?.rows.find(({ value }) => value === row.value);
        return {
          key: String(row.value),
          name: nameOfValue(by, row.value),
          cells: [
            {
              value: row.people,
              shown: formatCount(row.people),
              notes: earlier ? [countChange(row.people, earlier.people)] : [],
            },
            { value: row.events, shown: formatCount(row.events) },
            { value: row.signups, shown: formatCount(row.signups) },
            rateCell(row, earlier),
          ],
        };
      })}
      rest={others && words.others(formatCount(others.values), formatCount(others.events))}
    />
  );
}

type Row = Traffic['rows'][number];

function rateCell(row: Row, earlier: Row | undefined): RankedCell {
  const rateOf = ({ signups, people }: Row) => ({ successes: signups, trials: people });
  const rate = rateOf(row);
  const share = row.signups / row.people;
  return {
    value: share,
    shown: formatRate(rate),
    rate: { share, ...wilson(row.signups, row.people) },
    notes: [formatInterval(rate), ...(earlier ? [rateChange(rate, rateOf(earlier))] : [])],
  };
}

/** Returns a value that visitors are grouped by in words. */
export function nameOfValue(by: Traffic['by'], value: string | null): string {
  if (value === null) return growthText.noValue;
  return by === 'channel' ? (growthText.channels[value] ?? value) : value;
}
