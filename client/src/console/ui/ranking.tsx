import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type Comparison,
  compareCounts,
  comparePeople,
  compareRates,
} from '#shared/compare-figures';
import { formatCount, formatInterval, formatRate, isKnownRate } from '#shared/format-figures';
import { type Rate, wilson } from '#shared/statistics';
import { cx } from '../../ui/cx.ts';
import { DownloadCsv } from '../charts/chart-table.tsx';
import { countFigure, type FileFigure, fileRow, rateFigure, toFile } from '../charts/file-row.ts';
import { commonWords } from '../words/console-messages.ts';
import { Change } from './change.tsx';
import { FilterButton } from './filter-button.tsx';
import styles from './ranking.module.css';
import { ScrollRegion } from './scroll-region.tsx';
import { CountBar, RateBar } from './share.tsx';
import buttons from './text-button.module.css';

const words = commonWords.ranking;
/** More rows are shown on request, so that no row is cut at the edge of a box. */
const SHOWN_ROWS = 10;

export interface RankedCell {
  value: number | null;
  shown: string;
  /** Shown below the value, such as an interval. */
  note?: string | undefined;
  change?: Comparison | undefined;
  /** A rate from 0 to 1, and its interval. */
  rate?: { share: number; low: number; high: number } | undefined;
  /** Returns the cell in a file. @param title that of its column */
  inFile(title: string): FileFigure;
}

/**
 * For pages or events, of which no test can say whether a change is beyond chance.
 *
 * @param before null if it is not known, and undefined without a comparison
 */
export const countCell = (count: number, before: number | null | undefined): RankedCell => ({
  value: count,
  shown: formatCount(count),
  change: typeof before === 'number' ? compareCounts(count, before) : undefined,
  inFile: (title) => countFigure(title, count, before),
});

/** @param share of both periods' time that is the later one's */
export const peopleCell = (
  count: number,
  before: number | null | undefined,
  share: number | undefined,
): RankedCell => ({
  ...countCell(count, before),
  change: typeof before === 'number' && share ? comparePeople(count, before, share) : undefined,
});

/** @param before null if it is not known, and undefined without a comparison */
export function rateCell(rate: Rate, before: Rate | null | undefined): RankedCell {
  const { successes, trials } = rate;
  const change = before ? compareRates(rate, before) : undefined;
  const inFile = (title: string) => rateFigure(title, rate, before);
  if (!isKnownRate(rate)) return { value: null, shown: formatRate(rate), change, inFile };
  const share = successes / trials;
  return {
    value: share,
    shown: formatRate(rate),
    rate: { share, ...wilson(successes, trials) },
    note: formatInterval(rate),
    change,
    inFile,
  };
}

interface RankedRow {
  key: string;
  name: string;
  cells: readonly RankedCell[];
  /** Shows only this row's visitors in every view. */
  onChoose?: (() => void) | undefined;
}

interface RankingProps {
  heading: string;
  /** Shown below the heading: on whom the figures rest. */
  note?: ReactNode;
  /** The heading of the first column. */
  name: string;
  /** The headings of the other columns. `minor` ones are left out on narrow screens. */
  columns: readonly { label: string; minor?: boolean }[];
  /** The longest bar is that of the largest first cell. */
  rows: readonly RankedRow[];
  /** The column that the rows are sorted by at first; without it they stay as they are. */
  sortedBy?: number | undefined;
  /** A last line, such as the number of values that the server left out. */
  rest?: string | undefined;
}

/** A table whose rows have bars, the longest first. */
export function Ranking({ heading, note, name, columns, rows, rest, sortedBy }: RankingProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [column, setColumn] = useState(sortedBy);
  const most = Math.max(...rows.map(({ cells }) => cells[0]?.value ?? 0));
  const sorted = column === undefined ? rows : sortBy(rows, column);
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN_ROWS);
  // Paper has no button for the rest. Drawn at once, because the browser prints what is there after the event.
  useEffect(() => {
    const showWhole = () => flushSync(() => setIsWhole(true));
    addEventListener('beforeprint', showWhole);
    return () => removeEventListener('beforeprint', showWhole);
  }, []);
  const table = useRef<HTMLTableElement>(null);
  // A filter may leave fewer rows: what is below stays where it is. Read by an observer, after the layout: an effect would
  // lay out the page once more for each table, within the press.
  useEffect(() => {
    const place = table.current?.parentElement;
    if (!place || isWhole) return;
    const observer = new ResizeObserver(() => {
      place.style.minBlockSize = `${place.offsetHeight}px`;
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <div className={styles['ranking']}>
      <h2>{heading}</h2>
      {note}
      <ScrollRegion className={styles['scroll']} label={heading}>
        <table ref={table}>
          <caption className="visually-hidden">{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {columns.map(({ label, minor = false }, index) => (
                <th
                  key={label}
                  scope="col"
                  data-minor={minor}
                  aria-sort={index === column ? 'descending' : undefined}
                >
                  <button
                    type="button"
                    className={cx(buttons['plain'], styles['column'])}
                    title={words.sortBy({ column: label })}
                    onClick={() => setColumn(index)}
                  >
                    {label}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <FilterButton name={row.name} onChoose={row.onChoose} />
                  <CountBar count={row.cells[0]?.value ?? 0} largest={most} />
                </th>
                {row.cells.map(({ shown: text, note: interval, change, rate }, index) => (
                  <td
                    key={columns[index]?.label}
                    data-minor={columns[index]?.minor ?? false}
                    data-rated={rate !== undefined}
                    data-noted={interval !== undefined || change !== undefined}
                  >
                    {text}
                    {rate && <RateBar share={rate.share} interval={rate} />}
                    {interval && <small>{interval}</small>}
                    <Change of={change} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className={styles['end']}>
        {rows.length > SHOWN_ROWS && (
          <button type="button" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? words.showFewer : words.showAll({ count: formatCount(rows.length) })}
          </button>
        )}
        {rest && <p>{rest}</p>}
        <DownloadCsv
          name={heading}
          rows={toFile(
            sorted.map((row) =>
              fileRow(
                [name, row.name],
                row.cells.map((cell, index) => cell.inFile(columns[index]?.label ?? '')),
              ),
            ),
            [name, ...columns.map(({ label }) => label)],
          )}
        />
      </div>
    </div>
  );
}

/** Sorts by a column, the largest first. Rows without a value come last. */
const sortBy = (rows: readonly RankedRow[], column: number) =>
  rows.toSorted((a, b) => (b.cells[column]?.value ?? -1) - (a.cells[column]?.value ?? -1));
