import { useState } from 'react';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { commonWords } from '../words/console-messages.ts';
import styles from './chart-table.module.css';
import { type Cell, saveFile, toCsv } from './csv.ts';
import { remarksColumn } from './file-row.ts';
import type { ImageKind } from './save-image.ts';
import type { ShownCell } from './shown-cell.ts';

const words = commonWords.chart;

interface ChartTableProps {
  caption: string;
  /** Saves the chart as an image. */
  onImage(kind: ImageKind): void;
  head: readonly string[];
  rows: readonly {
    key: string;
    cells: readonly ShownCell[];
    /** What the first cell says beside its label. In the file it is a column. */
    remarks?: readonly string[] | undefined;
  }[];
}

const shownOf = (cell: ShownCell) => (typeof cell === 'string' ? cell : cell.shown);
const rawOf = (cell: ShownCell) => (typeof cell === 'string' ? cell : cell.value);

function fileOf(head: readonly string[], rows: ChartTableProps['rows']): Cell[][] {
  const hasRemarks = rows.some(({ remarks }) => remarks !== undefined);
  const remarksOf = (remarks: readonly string[] = []) =>
    hasRemarks ? [remarksColumn(remarks)] : [];
  return [
    [...head, ...remarksOf().map(([title]) => title)],
    ...rows.map(({ cells, remarks }) => [
      ...cells.map(rawOf),
      ...remarksOf(remarks).map(([, text]) => text),
    ]),
  ];
}

/** The table behind a chart, drawn when somebody has opened it, and its download. */
export function ChartTable({ caption, head, rows, onImage }: ChartTableProps) {
  const [isDrawn, setDrawn] = useState(false);
  return (
    <div className={styles['behind']}>
      <details className={styles['numbers']} onToggle={() => setDrawn(true)}>
        <summary>{words.asTable}</summary>
        {isDrawn && (
          <ScrollRegion className={styles['scroll']} label={caption}>
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
          </ScrollRegion>
        )}
      </details>
      <div className={styles['files']}>
        <ImageButtons name={caption} onImage={onImage} />
        <DownloadCsv name={caption} rows={fileOf(head, rows)} />
      </div>
    </div>
  );
}

interface ImageButtonsProps extends Pick<ChartTableProps, 'onImage'> {
  /** What the chart shows. */
  name: string;
}

export const ImageButtons = ({ name, onImage }: ImageButtonsProps) =>
  (['png', 'svg'] as const).map((kind) => (
    <button
      key={kind}
      type="button"
      className={styles['download']}
      aria-label={words.imageOf({ kind: kind.toUpperCase(), name })}
      onClick={() => onImage(kind)}
    >
      {kind.toUpperCase()}
    </button>
  ));

interface DownloadCsvProps {
  /** What the table shows. The file is named after it. */
  name: string;
  rows: readonly (readonly Cell[])[];
}

/** A button that downloads a table, which the browser already has. */
export function DownloadCsv({ name, rows }: DownloadCsvProps) {
  const save = () => saveFile(name, 'csv', new Blob([toCsv(rows)], { type: 'text/csv' }));
  return (
    <button
      type="button"
      className={styles['download']}
      aria-label={words.downloadOf({ name })}
      onClick={save}
    >
      {words.download}
    </button>
  );
}
