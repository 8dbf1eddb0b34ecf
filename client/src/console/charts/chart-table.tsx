import { growthText } from '../words.ts';
import styles from './chart-table.module.css';
import { type Cell, download, toCsv } from './csv.ts';

const words = growthText.chart;

/** A number is shown in words that depend on its column, and downloaded as it is. Text may take several lines. */
export type ShownCell = string | { value: Cell; shown: string; isText?: boolean };

interface ChartTableProps {
  caption: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ShownCell[] }[];
}

const shownOf = (cell: ShownCell) => (typeof cell === 'string' ? cell : cell.shown);
const rawOf = (cell: ShownCell) => (typeof cell === 'string' ? cell : cell.value);

/** The table behind a chart, collapsed until somebody opens it, and its download. */
export function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    <div className={styles['behind']}>
      <details className={styles['numbers']}>
        <summary>{words.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
        <section className={styles['scroll']} aria-label={caption} tabIndex={0}>
          <table>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {head.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells: [label = '', ...cells] }) => (
                <tr key={key}>
                  <th scope="row">{shownOf(label)}</th>
                  {cells.map((cell, index) => (
                    <td
                      key={head[index + 1]}
                      data-text={(typeof cell !== 'string' && cell.isText) || undefined}
                    >
                      {shownOf(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
      <DownloadCsv name={caption} rows={[head, ...rows.map(({ cells }) => cells.map(rawOf))]} />
    </div>
  );
}

interface DownloadCsvProps {
  /** What the table shows. The file is named after it. */
  name: string;
  rows: readonly (readonly Cell[])[];
}

/** A button that downloads a table, which the browser already has. */
export function DownloadCsv({ name, rows }: DownloadCsvProps) {
  const file = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`;
  return (
    <button
      type="button"
      className={styles['download']}
      aria-label={words.downloadOf(name)}
      onClick={() => download(file, toCsv(rows))}
    >
      {words.download}
    </button>
  );
}
