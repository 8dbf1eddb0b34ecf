import { type ComponentProps, useState } from 'react';
import { Table } from '../ui/table.tsx';
import { commonWords } from '../words/console-messages.ts';
import styles from './chart-table.module.css';

interface ChartTableProps extends ComponentProps<typeof Table> {
  /** What opens it. */
  summary?: string;
}

/** The table behind a chart, drawn when somebody has opened it. */
export function ChartTable({ summary, ...table }: ChartTableProps) {
  const [isDrawn, setDrawn] = useState(false);
  return (
    <details className={styles['behind']} onToggle={() => setDrawn(true)}>
      <summary>{summary ?? commonWords.chart.asTable}</summary>
      {isDrawn && <Table {...table} isPlain />}
    </details>
  );
}
