import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId } from 'react';
import styles from './chart.module.css';
import { formatTick } from './format-figures.ts';
import { areaPath, linePath } from './paths.ts';

/** The colour of a series: the signal colour of a signup path, else ink. */
export type Tone = 'standby' | 'on-air' | 'ink' | 'faint';

export interface Series {
  key: string;
  label: string;
  tone: Tone;
  /** The value of all rows together, where it is not their sum. */
  whole?: number | null;
}

export interface ChartRow {
  key: string;
  label: string;
  /** Shown below the axis. */
  shortLabel: string;
  /** Null where there is no value, such as the rate of nobody. */
  values: Readonly<Record<string, number | null>>;
  /** All series together in the same part of the period before. */
  before?: number | null;
  /** The interval of the first series. */
  band?: { low: number; high: number } | null;
  /** True if the period covers only a part of this row, as it does today. */
  partial?: boolean;
  /** Values that only the table shows, such as a rate. */
  more?: readonly string[];
}

/** In pixels, the same as in chart.module.css. */
const HEIGHT = 200;
const MARGIN = { top: 8, right: 14, bottom: 26, left: 40 };
const PIXELS_PER_LABEL = 64;

export interface PlotProps {
  /** Stacked bars, or a line of the first series. */
  form?: 'bars' | 'line' | undefined;
  /** Shares are from 0 to 1. */
  measure?: 'count' | 'share' | undefined;
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** The width in pixels. */
  width: number;
  /** The index of the selected row. */
  at: number | null;
}

const totalOf = ({ values }: ChartRow) =>
  Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Draws the chart. Hidden from screen readers, because the slider and the table say the same. */
export function Plot({ width, series, rows, at, form = 'bars', measure = 'count' }: PlotProps) {
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.bottom };
  const x = scaleBand({
    domain: rows.map(({ key }) => key),
    range: [0, inner.width],
    padding: 0.22,
  });
  const highest = Math.max(
    // With all values at 0 the scale would have no length.
    measure === 'share' ? 0.04 : 4,
    ...rows.map((row) => Math.max(totalOf(row), row.before ?? 0, row.band?.high ?? 0)),
  );
  const y = scaleLinear({ domain: [0, highest], range: [inner.height, MARGIN.top], nice: 4 });
  const middle = ({ key }: ChartRow) => (x(key) ?? 0) + x.bandwidth() / 2;
  const point = (row: ChartRow, value: number | null | undefined) =>
    value == null ? null : ([middle(row), y(value)] as const);
  const every = Math.ceil((rows.length * PIXELS_PER_LABEL) / inner.width);
  const labelled = rows.filter((_, index) => (rows.length - 1 - index) % every === 0);
  const shortLabels = new Map(rows.map(({ key, shortLabel }) => [key, shortLabel]));
  const under = at === null ? undefined : rows[at];
  const inTicks = (value: number) =>
    measure === 'share'
      ? `${Number((value * 100).toFixed(1))} %`
      : Number.isInteger(value)
        ? formatTick(value)
        : '';
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className={styles['svg']}>
      <g transform={`translate(${MARGIN.left},0)`}>
        <GridRows scale={y} width={inner.width} numTicks={4} className={styles['grid'] ?? ''} />
        {under && (
          <rect
            className={styles['under']}
            x={(x(under.key) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={MARGIN.top}
            width={x.step()}
            height={inner.height - MARGIN.top}
          />
        )}
        <path
          className={styles['band']}
          d={areaPath(
            rows.map(({ band, ...row }) =>
              band ? [middle(row), y(band.low), y(band.high)] : null,
            ),
          )}
        />
        {form === 'bars' ? (
          rows.map((row) => (
            <Bars
              key={row.key}
              row={row}
              series={series}
              x={x(row.key) ?? 0}
              width={x.bandwidth()}
              y={y}
            />
          ))
        ) : (
          <Line points={rows.map((row) => point(row, row.values[series[0]?.key ?? '']))} />
        )}
        <path
          className={styles['before']}
          d={linePath(rows.map((row) => point(row, row.before)))}
        />
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
          tickFormat={(value) => inTicks(Number(value))}
          tickClassName={styles['tick'] ?? ''}
          tickLabelProps={{ textAnchor: 'end', dx: '-0.2em', dy: '0.3em' }}
        />
      </g>
    </svg>
  );
}

interface BarsProps {
  row: ChartRow;
  series: readonly Series[];
  x: number;
  width: number;
  y(value: number): number;
}

/** The stacked bars of one row, hatched where the row is not complete. */
function Bars({ row, series, x, width, y }: BarsProps) {
  const id = useId();
  let below = 0;
  const bars = series.map(({ key, tone }) => {
    const from = below;
    below += row.values[key] ?? 0;
    return { key, tone, top: y(below), height: y(from) - y(below) };
  });
  return (
    <>
      {row.partial && (
        <pattern
          id={id}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className={styles['gap']} width="2.5" height="5" />
        </pattern>
      )}
      {bars
        .filter(({ height }) => height > 0)
        .map(({ key, tone, top, height }) => {
          const box = { x, y: top, width, height };
          return (
            <g key={key}>
              <rect className={styles['bar']} data-tone={tone} {...box} />
              {row.partial && <rect fill={`url(#${id})`} data-partial="true" {...box} />}
            </g>
          );
        })}
    </>
  );
}

/** A line with a dot for each value, so that a value between two gaps is visible. */
function Line({ points }: { points: readonly (readonly [x: number, y: number] | null)[] }) {
  return (
    <>
      <path className={styles['line']} d={linePath(points)} />
      {points.map(
        (point) =>
          point && (
            <circle key={point[0]} className={styles['dot']} cx={point[0]} cy={point[1]} r="2" />
          ),
      )}
    </>
  );
}
