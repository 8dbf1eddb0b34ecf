import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '#shared/format-figures';
import { fileRow, toFile } from '../charts/file-row.ts';
import { useFile } from '../charts/view-files.ts';
import { commonWords } from '../words/console-messages.ts';
import blocks from './block.module.css';
import { Change } from './change.tsx';
import { keepHeight } from './keep-height.ts';
import styles from './table.module.css';
import type { TableCell } from './table-cells.ts';
import { TextButton } from './text-button.tsx';

const words = commonWords.table;
const filters = commonWords.filters;
/** More rows are shown on request, so that no row is cut at the edge of a box. */
const SHOWN_ROWS = 10;
/** The shares at which a bar may fill its cell: few, so that tables beside each other have one scale. */
const SCALES = [0.3, 0.5];
const NO_FILE = { columns: [] };

/** Safari takes a table for none once it is laid out as blocks, as on a phone. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
};

export interface TableColumn {
  label: string;
  /** What a phone says after a figure, where columns have no headings. */
  unit?: string;
  /** Whether its cells show how they have changed. All changes are in the file. */
  hasChange?: boolean;
  isText?: boolean;
  /** Whether narrow screens have no room for it. */
  isMinor?: boolean | undefined;
  /** Whether it has menus, which a phone shows beside the names. */
  isMenu?: boolean;
}

export interface TableRow {
  key: string;
  name: string;
  /** Said after the name where a minor column has no room. */
  also?: string | undefined;
  /** Shown below the name. */
  more?: ReactNode;
  /** The name in a file, where it differs: a day in ISO 8601. */
  inFile?: string | undefined;
  /** What a file says of the row. */
  remarks?: readonly string[] | undefined;
  cells: readonly TableCell[];
  /** Shows only this row's visitors in every view, or everybody again. */
  onChoose?: (() => void) | undefined;
  isChosen?: boolean;
}

interface TableProps {
  /** Whether it is about everybody, whatever is filtered: its file says so. */
  isOfEverybody?: boolean | undefined;
  heading: string;
  /** Shown in place of the heading. */
  title?: ReactNode;
  /** Whether it has rows only: something else has its heading and its file, and says how many rows there are. */
  isPlain?: boolean;
  /** Whether no figures follow it, which another number of rows would move. */
  isLast?: boolean | undefined;
  /** The heading of the first column. */
  name: string;
  /** The headings of the other columns. */
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** The column that the rows are sorted by at first; without it they stay as they are. */
  sortedBy?: number | undefined;
  /** All rows together. */
  total?: TableRow | undefined;
  /** A last line, such as the number of values that the server left out. */
  rest?: string | undefined;
}

/** The table of every view: sorted by a press on a column, and on a phone a list. */
export function Table(props: TableProps) {
  const { heading, title, isPlain, name, columns, rows, rest, sortedBy, total } = props;
  const [isWhole, setIsWhole] = useState(false);
  const [column, setColumn] = useState(sortedBy);
  // The largest first. Rows without a value come last.
  const rankOf = ({ cells }: TableRow) => cells[column ?? 0]?.value ?? -1;
  const sorted = column === undefined ? rows : rows.toSorted((a, b) => rankOf(b) - rankOf(a));
  const hasAll = isWhole || isPlain;
  const shown = hasAll ? sorted : sorted.slice(0, SHOWN_ROWS);
  const rowsOfFile = () => fileOf({ name, columns, rows: sorted });
  useFile(isPlain ? null : { name: heading, rows: rowsOfFile, isOfEverybody: props.isOfEverybody });
  // Paper has no button for the rest. Drawn at once, because the browser prints what is there after the event.
  useEffect(() => {
    const showWhole = () => flushSync(() => setIsWhole(true));
    addEventListener('beforeprint', showWhole);
    return () => removeEventListener('beforeprint', showWhole);
  }, []);
  const bars = rows.flatMap(({ cells }) => cells.flatMap(({ bar }) => bar ?? []));
  const widest = SCALES.find((scale) => bars.every(({ high }) => high <= scale)) ?? 1;
  const said = [
    rest,
    bars.length > 0 && words.scale({ share: `${widest * 100}` }),
    bars.some(({ isClear }) => isClear) && words.strong,
  ]
    .filter(Boolean)
    .join(' ');
  const widthsOf = ({ cells }: TableRow) =>
    cells.map(({ shown, note, change }) => [shown, note, change?.change].join(' ')).join();
  // A row of figures is keyed by its place: with another rank it would move. One of a list may have the focus.
  const rowOf = (row: TableRow, rank = 0) => (
    <tr key={isPlain ? row.key : rank} {...ROLES.row}>
      <th scope="row" {...ROLES.name} data-also={row.also}>
        {row.onChoose ? (
          // A press filters every view by it, and another one removes the filter.
          <TextButton
            title={(row.isChosen ? filters.remove : filters.add)({ text: row.name })}
            aria-pressed={row.isChosen ?? false}
            onClick={row.onChoose}
          >
            {row.name}
          </TextButton>
        ) : (
          row.name
        )}
        {row.more}
      </th>
      {row.cells.map((cell, index) => (
        <Figure
          // Of another width, or beside one, it is another element: what is in it would move.
          key={`${columns[index]?.label} ${isPlain ? cell.shown : widthsOf(row)}`}
          cell={cell}
          column={columns[index]}
          widest={widest}
        />
      ))}
    </tr>
  );
  return (
    <div className={blocks['block']}>
      {!isPlain && (title ?? <h2>{heading}</h2>)}
      <div ref={hasAll || props.isLast ? undefined : keepHeight}>
        <table className={styles['table']} {...ROLES.table}>
          <caption className="visually-hidden">{heading}</caption>
          <thead {...ROLES.group}>
            <tr {...ROLES.row}>
              <th scope="col" {...ROLES.column}>
                {name}
              </th>
              {columns.map(({ label, isText, isMinor, hasChange }, index) => (
                <th
                  key={label}
                  scope="col"
                  {...ROLES.column}
                  data-text={isText}
                  data-changed={hasChange}
                  data-minor={isMinor}
                  aria-label={label}
                  aria-sort={index === column ? 'descending' : undefined}
                >
                  {rows.some(({ cells }) => cells[index]?.value !== undefined) && (
                    <TextButton
                      title={words.sortBy({ column: label })}
                      onClick={() => setColumn(index)}
                    >
                      {label}
                    </TextButton>
                  )}
                  <span>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLES.group}>{shown.map(rowOf)}</tbody>
          {total && (
            // Below another number of rows it is another element: the old one would move.
            <tfoot key={shown.length} {...ROLES.group}>
              {rowOf(total)}
            </tfoot>
          )}
        </table>
      </div>
      {rows.length > SHOWN_ROWS && !isPlain && (
        <button type="button" className={styles['more']} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? words.showFewer : words.showAll({ count: formatCount(rows.length) })}
        </button>
      )}
      {/* Another text, or below another number of rows, is another element, too. */}
      {said && <p key={`${shown.length} ${said}`}>{said}</p>}
    </div>
  );
}

interface FigureProps {
  cell: TableCell;
  column: TableColumn | undefined;
  /** The share at which a bar fills its cell. */
  widest: number;
}

const Figure = ({ cell, column, widest }: FigureProps) => (
  <td
    {...ROLES.cell}
    data-rated={cell.bar === undefined ? undefined : cell.bar !== null}
    data-changed={column?.hasChange}
    data-text={column?.isText}
    data-menu={column?.isMenu}
    data-minor={column?.isMinor}
    data-empty={cell.shown === null || undefined}
  >
    {cell.bar && <RateBar {...cell.bar} widest={widest} />}
    <span className={styles['figure']} data-unit={column?.unit}>
      {cell.shown}
      {cell.note && <small> {cell.note}</small>}
    </span>
    {column?.hasChange && <Change of={cell.change} rate={cell.rate} />}
  </td>
);

type RateBarProps = NonNullable<TableCell['bar']> & Pick<FigureProps, 'widest'>;

/** A bar above the interval of its rate, which may reach beyond the cell. The cell shows the numbers. */
function RateBar({ share, low, high, isClear, widest }: RateBarProps) {
  const x = (value: number) => (value / widest) * 100;
  return (
    <svg
      className={styles['bar']}
      data-clear={isClear}
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['part']} width={x(share)} height="8" />
      <rect x={x(low)} y="10" width={x(high - low)} height="2" />
    </svg>
  );
}

/** Returns a table as a file. */
export const fileOf = ({ name, columns, rows }: Pick<TableProps, 'name' | 'columns' | 'rows'>) =>
  toFile(
    rows.map((row) =>
      fileRow(
        [name, row.inFile ?? row.name],
        row.cells.map((cell, index) => cell.inFile?.(columns[index]?.label ?? '') ?? NO_FILE),
        row.remarks,
      ),
    ),
    [name, ...columns.map(({ label }) => label)],
  );
