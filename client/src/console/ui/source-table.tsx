import { useContext } from 'react';
import { formatCount } from '#shared/format-figures';
import type { Traffic } from '#shared/reports';
import { againstTheRest } from '#shared/statistics';
import { nameOfGroup } from '#shared/value-name';
import { AddressNow, change, filterBy, hasFilters } from '../address/use-address.ts';
import type { Earlier } from '../api/use-compared.ts';
import { useConsole } from '../console-data.ts';
import { commonWords } from '../words/console-messages.ts';
import blocks from './block.module.css';
import controls from './controls.module.css';
import { Table } from './table.tsx';
import { peopleCell, plainCell, rateCell, unitColumn } from './table-cells.ts';

const words = commonWords.sources;

interface SourceTableProps {
  heading: string;
  /** Whether tabs above it say the same as its heading. */
  isUnderTabs?: boolean;
  /** What is news in it, where nothing above says it. */
  news?: string | undefined;
  data: Traffic;
  before: Earlier<Traffic> | null;
}

/**
 * Shows visitors by where they came from, with the rate at which they signed up and how certain it is. Somebody sees several
 * pages, so pages have the share of visitors who saw them in its place.
 */
export function SourceTable(props: SourceTableProps) {
  const { heading, isUnderTabs, news, data, before } = props;
  const { rows, by, secondBy, others } = data;
  const { seesPeople } = useConsole();
  const address = useContext(AddressNow);
  // A value that is not listed may be one of the others.
  const gone = others ? [] : (before?.rows ?? []);
  const listed = new Map([...rows, ...gone].map((row) => [keyOf(row), row]));
  if (listed.size === 0 && !others) return null; // the sentence above says that nobody came
  const isPage = by === 'path';
  const rateOf = (row: Counts, { people }: Counts) =>
    isPage
      ? { successes: row.people, trials: people }
      : { successes: row.signups, trials: row.people };
  const tests = againstTheRest(
    [...rows, ...(others ? [others] : [])].map((row) => ({ row, rate: rateOf(row, data) })),
  );
  /**
   * @param earlier null if it is not known, and undefined without a comparison
   * @param second the name of the second value
   */
  const cellsOf = (
    row: Counts,
    earlier: Counts | null | undefined,
    isClear?: boolean,
    second?: string,
  ) => {
    const then = earlier ?? { people: earlier, signups: earlier };
    const hasRate = !isPage && Boolean(earlier?.signups);
    const people = peopleCell(row.people, then.people, before?.share);
    const signups = {
      ...peopleCell(row.signups, then.signups, before?.share),
      rate: hasRate ? { ...rateOf(row, data), of: words.rate.toLowerCase() } : undefined,
    };
    return [
      ...(second === undefined ? [people, signups] : [plainCell(second, second), people, signups]),
      rateCell(rateOf(row, data), earlier && rateOf(earlier, before ?? data), isClear),
    ];
  };
  return (
    <Table
      heading={heading}
      isLast={address.view === 'overview'}
      title={
        // A row of nothing visible would leave a gap.
        <div className={isUnderTabs ? 'visually-hidden' : controls['row']}>
          <h2>{heading}</h2>
          {news && <p className={blocks['quiet']}>{news}</p>}
        </div>
      }
      name={commonWords.by[by]}
      columns={[
        ...(secondBy ? [{ label: commonWords.by[secondBy], isText: true, isMinor: true }] : []),
        { ...unitColumn(words.people), hasChange: isPage },
        { ...unitColumn(words.signups), hasChange: !isPage },
        { label: isPage ? words.share : words.rate },
      ]}
      rows={[...listed].map(([key, { value, secondValue = null }]) => {
        const row = rowOf(data, key) ?? NOBODY;
        const second = secondBy && nameOfGroup(secondBy, secondValue);
        const own = [{ by, value }, ...(secondBy ? [{ by: secondBy, value: secondValue }] : [])];
        return {
          key,
          name: nameOfGroup(by, value),
          also: second,
          isChosen: hasFilters(address, own),
          onChoose: row.people > 0 ? () => change(filterBy(...own)) : undefined,
          cells: cellsOf(
            row,
            before ? rowOf(before, key) : undefined,
            !isPage && tests.some((test) => test.row === row && test.isClear),
            second,
          ),
        };
      })}
      sortedBy={isPage ? 0 : secondBy ? 2 : 1}
      total={
        secondBy || listed.size === 1
          ? undefined
          : { key: 'all', name: words.all, cells: cellsOf(data, before ?? undefined) }
      }
      rest={[
        others &&
          words.others({
            values: formatCount(others.values),
            people: formatCount(others.people),
            signups: formatCount(others.signups),
          }),
        others && !seesPeople && words.few,
        isPage && words.pages,
        secondBy && words.spellings,
      ]
        .filter(Boolean)
        .join(' ')}
    />
  );
}

type Row = Traffic['rows'][number];
type Counts = Pick<Row, 'people' | 'signups'>;
const NOBODY: Counts = { people: 0, signups: 0 };

const keyOf = ({ value, secondValue = null }: Row) => JSON.stringify([value, secondValue]);

/** Returns the figures of a value; null if it may be one of those that are not listed. */
const rowOf = ({ rows, others }: Traffic, key: string): Counts | null =>
  rows.find((row) => keyOf(row) === key) ?? (others ? null : NOBODY);
