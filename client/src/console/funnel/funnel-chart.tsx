import { useRef } from 'react';
import { formatCount, formatShare } from '#shared/format-figures';
import type { FunnelReport } from '#shared/growth';
import type { Earlier } from '../api/use-compared.ts';
import { ChartTable } from '../charts/chart-table.tsx';
import { type ImageKind, saveImage } from '../charts/save-image.ts';
import { useFile } from '../charts/view-files.ts';
import { fileOf } from '../ui/table.tsx';
import { commonWords, funnelWords } from '../words/console-messages.ts';
import styles from './funnel-chart.module.css';
import { FunnelDrawing } from './funnel-drawing.tsx';
import { FunnelFigures } from './funnel-figures.tsx';
import { stepTable, toRows } from './funnel-rows.ts';

const words = funnelWords.table;

interface FunnelChartProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: Earlier<FunnelReport> | null;
  /** What the funnel is about, on its image. */
  about: readonly string[];
  /** The order and the window. */
  settings: string;
}

/** The drawing of a funnel, what it comes to, and its steps as a table. */
export function FunnelChart({ report, before, about, settings }: FunnelChartProps) {
  const chart = useRef<HTMLDivElement>(null);
  const rows = toRows(report, before);
  const table = stepTable(report, before);
  const onImage = (kind: ImageKind) => {
    const lines = rows.map(
      ({ position, label, count, first }) =>
        `${position + 1}. ${label}: ${formatCount(count)}, ${formatShare(count, first)}`,
    );
    const source = commonWords.chart.source({ host: location.host });
    void saveImage(
      chart.current,
      { title: words.caption, lines: [...about, ...lines], source },
      kind,
    );
  };
  useFile({
    name: words.caption,
    rows: () => fileOf(table.name, table.columns, table.rows),
    saveImage: onImage,
  });
  return (
    <div className={styles['chart']}>
      <FunnelDrawing ref={chart} rows={rows} />
      <FunnelFigures report={report} before={before} settings={settings} />
      <ChartTable {...table} summary={words.summary} rest={words.note} />
    </div>
  );
}
