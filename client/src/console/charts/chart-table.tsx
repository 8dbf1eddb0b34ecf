import { type ComponentProps, useState } from 'react';
import { Table } from '../ui/table.tsx';
import { commonWords } from '../words/console-messages.ts';
import styles from './chart-table.module.css';

/** The table behind a chart, drawn when somebody has opened it. */
export function ChartTable(table: ComponentProps<typeof Table>) {
  const [isDrawn, setDrawn] = useState(false);
  return (
    <details className={styles['behind']} onToggle={() => setDrawn(true)}>
      <summary>{commonWords.chart.asTable}</summary>
      {isDrawn && <Table {...table} isPlain />}
    </details>
  );
}
