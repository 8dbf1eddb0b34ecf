import { useId } from 'react';
import { cx } from '../../ui/cx.ts';
import type { TableCell } from '../ui/table-cells.ts';
import styles from './chart.module.css';
import { formatTick, ticksUpTo } from './format-axis.ts';
import { areaPath, linePath } from './paths.ts';
import { placeLabels } from './place-labels.ts';

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
  /** The label in a file, where it differs: a day or a time in ISO 8601. */
  inFile?: string;
  /** Shown below the axis, in one line or two. */
  shortLabel: string;
  /** Null where there is no value, such as the rate of nobody. */
  values: Readonly<Record<string, number | null>>;
  /** All series together in the same part of the period before. */
  before?: number | null;
  /** When that part was. */
  beforeLabel?: string | null;
  /** The interval of the first series. */
  band?: { low: number; high: number } | null;
  /** True if the period covers only a part of this row, as it does today. */
  partial?: boolean;
  /** What is said beside the label, such as that the row is not complete. */
  remarks?: readonly string[];
  /** Values that only the table shows, such as a rate. */
  more?: readonly TableCell[];
}

/** In pixels, the same as in chart.module.css. */
const HEIGHT = 200;
const MARGIN = { top: 18, bottom: 26, left: 40 };
/** The room of a character of a label, between two labels, and the least of one where not all have room. */
const LABEL = { character: 7.2, gap: 4, least: 64 };
/** The parts of a row's width that its bar and the column behind it fill, and the most pixels: one row alone would be a block. */
const BAR_PART = 0.5;
const COLUMN_PART = 0.9;
const WIDEST_BAR = 56;
/** A line of so few points says their values. */
const MOST_VALUES = 5;

export interface PlotProps {
  /** Stacked bars, or a line of the first series. */
  form?: 'bars' | 'line' | undefined;
  /** Shares are from 0 to 1. */
  measure?: 'count' | 'share' | undefined;
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** The value of the whole period before, which a line is compared with. */
  mean?: number | null | undefined;
  /** The width in pixels. */
  width: number;
  /** The index of the selected row. */
  at: number | null;
  /** For each row, whether something noteworthy happened in it. */
  noted: readonly boolean[];
}

/** All series of a row together. */
export const totalOf = ({ values }: ChartRow) =>
  Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Draws the chart, if it is wider than its margins. Hidden from screen readers, because the slider and the table say the same. */
export function Plot(props: PlotProps) {
  const { width, series, rows, at, noted, mean, form = 'bars', measure = 'count' } = props;
  const inner = { width: width - MARGIN.left, height: HEIGHT - MARGIN.bottom };
  if (inner.width <= 0) return null;
  const highest = Math.max(
    // With all values at 0 the scale would have no length.
    measure === 'share' ? 0.04 : 4,
    mean ?? 0,
    ...rows.map((row) =>
      Math.max(totalOf(row), (form === 'bars' && row.before) || 0, row.band?.high ?? 0),
    ),
  );
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) ?? highest;
  const y = (value: number) => inner.height - (value / top) * (inner.height - MARGIN.top);
  const step = inner.width / rows.length;
  const bar = Math.min(step * BAR_PART, WIDEST_BAR);
  const middle = (index: number) => (index + 0.5) * step;
  const points = rows.map(({ values }, index) => {
    const value = values[series[0]?.key ?? ''];
    return value == null ? null : ([middle(index), y(value)] as const);
  });
  const column = (bar / BAR_PART) * COLUMN_PART;
  const longest =
    Math.max(
      ...rows.flatMap(({ shortLabel }) => shortLabel.split('\n')).map(({ length }) => length),
    ) * LABEL.character;
  // The last one may end with the plot, so it begins earlier.
  const earlier = Math.max(0, longest / 2 - step / 2);
  const room = longest + LABEL.gap + earlier;
  const every = room <= step ? 1 : Math.ceil(Math.max(LABEL.least, room) / step);
  const isEdge = (index: number) => index === rows.length - 1 && earlier > 0;
  const inTick = (value: number) =>
    measure === 'share' ? `${Number((value * 100).toFixed(1))} %` : formatTick(value);
  const said = rows.map(({ values }) => inTick(values[series[0]?.key ?? ''] ?? 0));
  const widest = Math.max(...said.map(({ length }) => length)) * LABEL.character + LABEL.gap;
  const isSaid = form === 'line' && rows.length <= MOST_VALUES;
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden="true"
      className={styles['svg']}
    >
      <g transform={`translate(${MARGIN.left},0)`}>
        {ticks.map((tick) => (
          <g key={tick} className={styles['tick']} transform={`translate(0,${y(tick)})`}>
            <line x2={inner.width} />
            <text textAnchor="end" dx="-0.5em" dy="0.3em">
              {inTick(tick)}
            </text>
          </g>
        ))}
        {at !== null && at < rows.length && (
          <rect
            className={styles['under']}
            x={at * step}
            y={inner.height}
            width={step}
            height={4}
          />
        )}
        <path
          className={styles['band']}
          d={areaPath(
            rows.map(({ band }, index) => band && [middle(index), y(band.low), y(band.high)]),
          )}
        />
        {form === 'bars' ? (
          rows.map((row, index) => (
            <g key={row.key}>
              <rect
                className={styles['bar']}
                data-tone="column"
                x={middle(index) - column / 2}
                y={y(row.before ?? 0)}
                width={column}
                height={inner.height - y(row.before ?? 0)}
              />
              <Bars row={row} series={series} x={middle(index) - bar / 2} width={bar} y={y} />
            </g>
          ))
        ) : (
          <>
            <path className={styles['line']} data-partial="true" d={linePath(points)} />
            <Line points={points.map((point, index) => (rows[index]?.partial ? null : point))} />
            {mean != null && (
              <path className={styles['before']} d={`M0 ${y(mean)}H${inner.width}`} />
            )}
          </>
        )}
        {rows.map(
          ({ key }, index) =>
            noted[index] && (
              <g key={key} className={styles['mark']} transform={`translate(${middle(index)},0)`}>
                <line y1={MARGIN.top} y2={inner.height} />
                <path d="M0 0l5 5l-5 5l-5-5z" />
              </g>
            ),
        )}
        {isSaid &&
          [...placeLabels(points, widest, inner.height, step < 2 * widest)].map(
            ([index, [x, foot]]) => (
              <text key={index} className={cx(styles['label'], styles['value'])} x={x} y={foot}>
                {said[index]}
              </text>
            ),
          )}
        <line className={styles['axis']} y1={inner.height} x2={inner.width} y2={inner.height} />
        {rows.map(
          ({ key, shortLabel }, index) =>
            (rows.length - 1 - index) % every === 0 && (
              <text
                key={key}
                className={styles['label']}
                y={HEIGHT}
                textAnchor={isEdge(index) ? 'end' : 'middle'}
              >
                {shortLabel.split('\n').map((line, below, { length }) => (
                  <tspan
                    key={line}
                    // The last label would reach beyond the page.
                    x={isEdge(index) ? inner.width : middle(index)}
                    dy={below ? '1.1em' : length > 1 ? '-1.1em' : '-0.4em'}
                  >
                    {line}
                  </tspan>
                ))}
              </text>
            ),
        )}
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

/** The stacked bars of one row, lighter where the row is not complete. */
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
      <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect className={styles['stripe']} width="4" height="1" />
      </pattern>
      {bars
        .filter(({ height }) => height > 0)
        .map(({ key, tone, top, height }) => {
          const box = { x, y: top, width, height };
          return (
            <g key={key} className={styles['part']} data-partial={row.partial || undefined}>
              <rect className={styles['bar']} data-tone={tone} {...box} />
              {tone === 'on-air' && <rect fill={`url(#${id})`} {...box} />}
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
