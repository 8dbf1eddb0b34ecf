import { useId, useState } from 'react';
import { growthTraffic as words } from '../traffic/words.ts';
import { Numbers } from '../ui/numbers.tsx';
import styles from './bar-chart.module.css';
import { BarPlot, type ChartRow, type Series } from './bar-plot.tsx';
import { formatCount } from './format-figures.ts';
import { useWidth } from './use-width.ts';

interface BarChartProps {
  caption: string;
  /** The heading of the table's first column. */
  unit: string;
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** The headings of columns that only the table has. */
  moreHead?: readonly string[];
}

/**
 * Stacked bars over time. An invisible slider covers the plot, so that the mouse, the arrow keys and a screen
 * reader can step through the bars. A table below shows the same numbers.
 */
export function BarChart({ caption, unit, series, rows, moreHead = [] }: BarChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const current = at === null ? undefined : rows[at];
  const totalOf = (key: string) => rows.reduce((sum, { values }) => sum + (values[key] ?? 0), 0);
  const describe = ({ label, values }: ChartRow) =>
    `${label}: ${series.map((one) => `${one.label} ${formatCount(values[one.key] ?? 0)}`).join(', ')}`;

  return (
    <figure className={styles['chart']} aria-labelledby={id}>
      <figcaption>
        <h2 id={id} className={styles['caption']}>
          {caption}
        </h2>
      </figcaption>
      <ul className={styles['legend']}>
        {series.map(({ key, label, tone }) => (
          <li key={key} data-tone={tone}>
            {label} <b>{formatCount(current ? (current.values[key] ?? 0) : totalOf(key))}</b>
          </li>
        ))}
        <li className={styles['when']}>{current?.label ?? words.wholeRange}</li>
      </ul>
      <div ref={ref} className={styles['plot']}>
        {width > 0 && <BarPlot width={width} series={series} rows={rows} at={at} />}
        <input
          type="range"
          className={styles['cursor']}
          min={0}
          max={rows.length - 1}
          value={at ?? rows.length - 1}
          aria-label={words.cursor(caption)}
          aria-valuetext={current ? describe(current) : words.wholeRange}
          onChange={(event) => setAt(event.target.valueAsNumber)}
          onFocus={() => setAt((known) => known ?? rows.length - 1)}
          onBlur={() => setAt(null)}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const share = (event.clientX - box.left) / box.width;
            setAt(Math.min(rows.length - 1, Math.max(0, Math.floor(share * rows.length))));
          }}
          onPointerLeave={(event) => {
            if (document.activeElement !== event.currentTarget) setAt(null);
          }}
        />
      </div>
      <Numbers
        caption={caption}
        head={[unit, ...series.map(({ label }) => label), ...moreHead]}
        rows={rows.map(({ key, label, values, more = [] }) => ({
          key,
          cells: [label, ...series.map((one) => formatCount(values[one.key] ?? 0)), ...more],
        }))}
      />
    </figure>
  );
}
