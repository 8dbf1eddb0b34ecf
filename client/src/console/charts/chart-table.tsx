import { type ComponentProps, useRef, useState } from 'react';
import { fileOf, Table } from '../ui/table.tsx';
import { commonWords } from '../words/console-messages.ts';
import styles from './chart.module.css';
import { type ImageKind, saveImage } from './save-image.ts';
import { useFile } from './view-files.ts';

const words = commonWords.chart;

/** The table behind a chart, drawn when somebody has opened it. */
export function ChartTable(table: ComponentProps<typeof Table>) {
  const [isDrawn, setDrawn] = useState(false);
  return (
    <details className={styles['behind']} onToggle={() => setDrawn(true)}>
      <summary>{words.asTable}</summary>
      {isDrawn && <Table {...table} isPlain />}
    </details>
  );
}

/**
 * Offers a drawing as an image, and its table as a file, in the menu of the view. Returns a ref for what holds the drawing.
 *
 * @param linesOf what the image says below its title
 */
export function useDrawing<E extends Element>(
  table: ComponentProps<typeof Table>,
  linesOf: () => string[],
) {
  const drawing = useRef<E>(null);
  const source = words.source({ host: location.host });
  useFile({
    name: table.heading,
    rows: () => fileOf(table),
    isOfEverybody: table.isOfEverybody,
    saveImage: (kind: ImageKind) =>
      void saveImage(drawing.current, { title: table.heading, lines: linesOf(), source }, kind),
  });
  return drawing;
}
