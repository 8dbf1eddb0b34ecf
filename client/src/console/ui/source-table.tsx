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
import { Table } from './table.tsx';
import { peopleCell, rateCell } from './table-cells.ts';

const words = commonWords.sources;
/** The place of the signups among the columns. */
const SIGNUPS_COLUMN = 1;

interface SourceTableProps {
  heading: string;
  says?: string | undefined;
  data: Traffic;
  before: Earlier<Traffic> | null;
  /** Filters every view. */
  change: ChangeAddress;
}

/** Shows visitors by where they came from, with the rate at which they signed up and how certain it is. */
export function SourceTable({ heading, says, data, before, change }: SourceTableProps) {
  const { rows, by, others } = data;
  const { seesPeople } = useConsole();
  // A value that is not listed may be one of the others.
  const gone = others ? [] : (before?.rows ?? []);
  const values = keysOfBoth(rows, gone, ({ value }) => value);
  if (values.length === 0 && !others) return <Empty heading={heading}>{words.empty}</Empty>;
  const all = sumOf([...rows, ...(others ? [others] : [])]);
  return (
    <Table
      heading={heading}
      says={says}
      name={commonWords.by[by]}
      columns={[
        { label: words.people, unit: words.people.toLowerCase() },
        { label: words.signups, unit: words.signups.toLowerCase(), hasChange: true },
        { label: words.rate },
      ]}
      rows={values.map((value) => {
        const row = rowOf(data, value) ?? NOBODY;
        const earlier = before && rowOf(before, value);
        const then = <Figure,>(figureOf: (counts: Counts) => Figure) =>
          before ? earlier && figureOf(earlier) : undefined;
        const rest = { people: all.people - row.people, signups: all.signups - row.signups };
        return {
          ...describeValue(by, value),
          onChoose: row.people > 0 ? () => change(filterBy({ by, value })) : undefined,
          cells: [
            peopleCell(
              row.people,
              then(({ people }) => people),
              before?.share,
            ),
            peopleCell(
              row.signups,
              then(({ signups }) => signups),
              before?.share,
            ),
            rateCell(rateOf(row), then(rateOf), rateOf(rest)),
          ],
        };
      })}
      sortedBy={SIGNUPS_COLUMN}
      rest={[
        others &&
          words[seesPeople ? 'others' : 'few'](others.values, {
            values: formatCount(others.values),
            people: formatCount(others.people),
            signups: formatCount(others.signups),
          }),
        isSpelled(by) && words.spellings,
      ]
        .filter(Boolean)
        .join(' ')}
    />
  );
}

type Counts = Pick<Traffic['rows'][number], 'people' | 'signups'>;
const NOBODY: Counts = { people: 0, signups: 0 };

const sumOf = (rows: readonly Counts[]): Counts => ({
  people: rows.reduce((sum, { people }) => sum + people, 0),
  signups: rows.reduce((sum, { signups }) => sum + signups, 0),
});

const rateOf = ({ signups, people }: Counts) => ({ successes: signups, trials: people });

/** Returns the figures of a value; null if it may be one of those that are not listed. */
const rowOf = ({ rows, others }: Traffic, value: string | null): Counts | null =>
  rows.find((row) => row.value === value) ?? (others ? null : NOBODY);
