import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useId, useState } from 'react';
import { growthTraffic as words } from '../../content/growth/traffic.ts';
import styles from './bar-chart.module.css';
import { formatCount } from './figures.ts';
import { Numbers } from './numbers.tsx';
import { useWidth } from './use-width.ts';

/** What a series looks like: a signal where it stands for a path, ink elsewhere. */
export type Tone = 'standby' | 'on-air' | 'ink' | 'faint';

export interface Series {
  key: string;
  label: string;
  tone: Tone;
}

export interface ChartRow {
  key: string;
  label: string;
  shortLabel: string;
  values: Readonly<Record<string, number>>;
  /** What only the table says, such as a rate. */
  more?: readonly string[];
}

interface BarChartProps {
  caption: string;
  /** Of the first column of the table. */
  unit: string;
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** Headings of what only the table says. */
  moreHead?: readonly string[];
}

const HEIGHT = 200;
const MARGIN = { top: 8, right: 14, bottom: 26, left: 40 };
const PIXELS_PER_LABEL = 64;

/**
 * Stacked bars over time. A slider lies over the plot: the mouse, the arrow keys and a screen reader all read one
 * bar after the other by it. The same numbers stand in a table below.
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
      <figcaption id={id} className={styles['caption']}>
        {caption}
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
        {width > 0 && <Plot width={width} series={series} rows={rows} at={at} />}
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

interface PlotProps extends Pick<BarChartProps, 'series' | 'rows'> {
  width: number;
  at: number | null;
}

function Plot({ width, series, rows, at }: PlotProps) {
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.bottom };
  const highest = Math.max(
    ...rows.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)),
  );
  const x = scaleBand({
    domain: rows.map(({ key }) => key),
    range: [0, inner.width],
    padding: 0.22,
  });
  // A scale of nothing has no length.
  const y = scaleLinear({
    domain: [0, Math.max(highest, 4)],
    range: [inner.height, MARGIN.top],
    nice: 4,
  });
  const keys = series.map(({ key }) => key);
  const every = Math.ceil((rows.length * PIXELS_PER_LABEL) / inner.width);
  const labelled = rows.filter((_, index) => (rows.length - 1 - index) % every === 0);
  const shortLabels = new Map(rows.map(({ key, shortLabel }) => [key, shortLabel]));
  const under = at === null ? undefined : rows[at];
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className={styles['svg']}>
      <g transform={`translate(${MARGIN.left},0)`}>
        <GridRows scale={y} width={inner.width} numTicks={4} className={styles['grid'] ?? ''} />
        {under && (
          <rect
            className={styles['band']}
            x={(x(under.key) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={MARGIN.top}
            width={x.step()}
            height={inner.height - MARGIN.top}
          />
        )}
        <BarStack
          data={[...rows]}
          keys={keys}
          x={({ key }) => key}
          value={({ values }, key) => values[key] ?? 0}
          xScale={x}
          yScale={y}
          color={scaleOrdinal({ domain: keys, range: keys })}
        >
          {(stacks) =>
            stacks.flatMap(({ key, bars }, index) =>
              bars
                .filter(({ height }) => height > 0)
                .map((bar) => (
                  <rect
                    key={`${key} ${bar.index}`}
                    className={styles['bar']}
                    data-tone={series[index]?.tone}
                    x={bar.x}
                    y={bar.y}
                    width={bar.width}
                    height={bar.height}
                  />
                )),
            )
          }
        </BarStack>
        <AxisBottom
          scale={x}
          top={inner.height}
          tickValues={labelled.map(({ key }) => key)}
          tickFormat={(key) => shortLabels.get(key)}
          tickLength={4}
          axisLineClassName={styles['axis'] ?? ''}
          tickClassName={styles['tick'] ?? ''}
          tickLabelProps={{ textAnchor: 'middle', dy: '0.4em' }}
        />
        <AxisLeft
          scale={y}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(value) => (Number.isInteger(value) ? formatCount(Number(value)) : '')}
          tickClassName={styles['tick'] ?? ''}
          tickLabelProps={{ textAnchor: 'end', dx: '-0.2em', dy: '0.3em' }}
        />
      </g>
    </svg>
  );
}
