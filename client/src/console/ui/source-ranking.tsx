import { formatCount } from '#shared/format-figures';
import type { Traffic } from '#shared/reports';
import { isSpelled } from '#shared/traffic-fields';
import { type ChangeAddress, filterBy } from '../address/use-address.ts';
import type { Earlier } from '../api/use-compared.ts';
import { keysOfBoth } from '../charts/keys-of-both.ts';
import { useConsole } from '../console-data.ts';
import { commonWords } from '../words/console-messages.ts';
import { describeValue } from './describe-value.ts';
import { Empty } from './panel.tsx';
import { countCell, peopleCell, Ranking, rateCell } from './ranking.tsx';

const words = commonWords.sources;
/** The place of the signups among the columns. */
export const SIGNUPS_COLUMN = 2;

interface SourceRankingProps {
  heading: string;
  data: Traffic;
  before: Earlier<Traffic> | null;
  /** The column that the rows are sorted by at first. */
  sortedBy?: number;
  /** Filters every view. */
  change: ChangeAddress;
}

/** Shows visitors by where they came from, with the rate at which they signed up and how certain it is. */
export function SourceRanking(props: SourceRankingProps) {
  const { heading, data, before, sortedBy, change } = props;
  const { rows, by, others } = data;
  const { seesPeople } = useConsole();
  // A value that is not listed may be one of the others.
  const gone = others ? [] : (before?.rows ?? []);
  const values = keysOfBoth(rows, gone, ({ value }) => value);
  if (values.length === 0 && !others) return <Empty heading={heading}>{words.empty}</Empty>;
  return (
    <Ranking
      heading={heading}
      name={commonWords.by[by]}
      columns={[
        { label: words.people },
        { label: words.events, minor: true },
        { label: words.signups },
        { label: words.rate },
      ]}
      rows={values.map((value) => {
        const row = rowOf(data, value) ?? NOBODY;
        const earlier = before && rowOf(before, value);
        const then = <Figure,>(figureOf: (counts: Counts) => Figure) =>
          before ? earlier && figureOf(earlier) : undefined;
        return {
          ...describeValue(by, value),
          onChoose: row.people > 0 ? () => change(filterBy({ by, value })) : undefined,
          cells: [
            peopleCell(
              row.people,
              then(({ people }) => people),
              before?.share,
            ),
            countCell(
              row.events,
              then(({ events }) => events),
            ),
            peopleCell(
              row.signups,
              then(({ signups }) => signups),
              before?.share,
            ),
            rateCell(rateOf(row), then(rateOf)),
          ],
        };
      })}
      sortedBy={sortedBy}
      rest={[
        others &&
          words[seesPeople ? 'others' : 'few'](others.values, {
            values: formatCount(others.values),
            people: formatCount(others.people),
            events: formatCount(others.events),
            signups: formatCount(others.signups),
          }),
        isSpelled(by) && words.spellings,
      ]
        .filter(Boolean)
        .join(' ')}
    />
  );
}

type Counts = Omit<Traffic['rows'][number], 'value'>;
const NOBODY: Counts = { people: 0, events: 0, signups: 0 };

const rateOf = ({ signups, people }: Counts) => ({ successes: signups, trials: people });

/** Returns the figures of a value; null if it may be one of those that are not listed. */
const rowOf = ({ rows, others }: Traffic, value: string | null): Counts | null =>
  rows.find((row) => row.value === value) ?? (others ? null : NOBODY);
