import { type ReactNode, useState } from 'react';
import { compareCounts, compareRates, describeChange } from '#shared/compare-figures';
import { formatCount, formatInterval, formatRate, isKnownRate } from '#shared/format-figures';
import { type Rate, wilson } from '#shared/statistics';
import { DownloadCsv } from '../charts/chart-table.tsx';
import { countFigure, type FileFigure, fileRow, rateFigure, toFile } from '../charts/file-row.ts';
import { growthText } from '../words.ts';
import styles from './ranking.module.css';
import { ScrollRegion } from './scroll-region.tsx';
import { CountBar, RateBar } from './share.tsx';

const words = growthText.ranking;
/** More rows are shown on request, so that no row is cut at the edge of a box. */
const SHOWN_ROWS = 10;

export interface RankedCell {
  value: number | null;
  shown: string;
  /** Shown below the value, such as an interval. */
  notes: readonly string[];
  /** A rate from 0 to 1, and its interval. */
  rate?: { share: number; low: number; high: number } | undefined;
  /** Returns the cell in a file. @param title that of its column */
  inFile(title: string): FileFigure;
}

/** @param before null if it is not known, and undefined without a comparison */
export const countCell = (count: number, before: number | null | undefined): RankedCell => ({
  value: count,
  shown: formatCount(count),
  notes: typeof before === 'number' ? [describeChange(compareCounts(count, before))] : [],
  inFile: (title) => countFigure(title, count, before),
});

/** @param before null if it is not known, and undefined without a comparison */
export function rateCell(rate: Rate, before: Rate | null | undefined): RankedCell {
  const { successes, trials } = rate;
  const notes = before ? [describeChange(compareRates(rate, before))] : [];
  const inFile = (title: string) => rateFigure(title, rate, before);
  if (!isKnownRate(rate)) return { value: null, shown: formatRate(rate), notes, inFile };
  const share = successes / trials;
  return {
    value: share,
    shown: formatRate(rate),
    rate: { share, ...wilson(successes, trials) },
    notes: [formatInterval(rate), ...notes],
    inFile,
  };
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
  rows: readonly { key: string; name: string; cells: readonly RankedCell[] }[];
  /** A last line, such as the number of values that the server left out. */
  rest?: string | undefined;
}

/** A table whose rows have bars, the longest first. */
export function Ranking({ heading, note, name, columns, rows, rest }: RankingProps) {
  const [isWhole, setIsWhole] = useState(false);
  const most = Math.max(...rows.map(({ cells }) => cells[0]?.value ?? 0));
  const shown = isWhole ? rows : rows.slice(0, SHOWN_ROWS);
  return (
    <div className={styles['ranking']}>
      <h2>{heading}</h2>
      {note}
      <ScrollRegion className={styles['scroll']} label={heading}>
        <table>
          <caption className="visually-hidden">{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {columns.map(({ label, minor = false }) => (
                <th key={label} scope="col" data-minor={minor}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.name}
                  <CountBar count={row.cells[0]?.value ?? 0} largest={most} />
                </th>
                {row.cells.map(({ shown: text, notes, rate }, index) => (
                  <td
                    key={columns[index]?.label}
                    data-minor={columns[index]?.minor ?? false}
                    data-rated={rate !== undefined}
                    data-noted={notes.length > 0}
                  >
                    {text}
                    {rate && <RateBar share={rate.share} interval={rate} />}
                    {notes.map((note) => (
                      <small key={note}>{note}</small>
                    ))}
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
            {isWhole ? words.showFewer : words.showAll(formatCount(rows.length))}
          </button>
        )}
        {rest && <p>{rest}</p>}
        <DownloadCsv
          name={heading}
          rows={toFile(
            rows.map((row) =>
              fileRow(
                [name, row.name],
                row.cells.map((cell, index) => cell.inFile(columns[index]?.label ?? '')),
              ),
            ),
          )}
        />
      </div>
    </div>
  );
}
