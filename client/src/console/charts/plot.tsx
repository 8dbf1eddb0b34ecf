import { type CSSProperties, useId } from 'react';
import { formatPercent, NONE } from '#shared/format-figures';
import type { TableCell } from '../ui/table-cells.ts';
import styles from './chart.module.css';
import { formatTick, ticksUpTo } from './format-axis.ts';
import { areaPath, linePath } from './paths.ts';

/** The colour of a series: the signal colour of a signup path, else ink. */
export type Tone = 'standby' | 'on-air' | 'ink' | 'paper';

/** Gives it to what is drawn in it. */
export const toned = (tone: Tone | 'line') => ({ '--tone': `var(--${tone})` }) as CSSProperties;

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
const MARGIN = { top: 12, bottom: 32, left: 40 };
/** The room of a character of a label, between two labels, and the least of one where not all have room. */
const LABEL = { character: 7.2, gap: 4, least: 64 };
/** The parts of a row's width that its bar and the column behind it fill, and the most pixels: one row alone would be a block. */
const BAR_PART = 0.5;
const COLUMN_PART = 0.9;
const WIDEST_BAR = 56;
/** A line of so few points has their values below the axis, where nothing crosses them. */
const MOST_VALUES = 5;

export interface PlotProps {
  /** Stacked bars, or a line of the first series. */
  form?: 'bars' | 'line' | undefined;
  /** Shares are from 0 to 1. */
  measure?: 'count' | 'share' | undefined;
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** The value of the whole period before, which a line is compared with in place of its parts. */
  mean?: number | null | undefined;
  /** The width in pixels. */
  width: number;
  /** The index of the selected row. */
  at: number | null;
  /** For each row, whether something noteworthy happened in it. */
  noted: readonly boolean[];
}

/** All series of a row together; null where none has a value. */
export const totalOf = ({ values }: Pick<ChartRow, 'values'>) =>
  Object.values(values).reduce((sum, value) => (value === null ? sum : value + (sum ?? 0)), null);

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
      Math.max(totalOf(row) ?? 0, (mean == null && row.before) || 0, row.band?.high ?? 0),
    ),
  );
  const ticks = ticksUpTo(highest);
  const top = ticks.at(-1) ?? highest;
  const y = (value: number) => inner.height - (value / top) * (inner.height - MARGIN.top);
  const step = inner.width / rows.length;
  const bar = Math.min(step * BAR_PART, WIDEST_BAR);
  const middle = (index: number) => (index + 0.5) * step;
  const pointsOf = (valueIn: (row: ChartRow) => number | null | undefined) =>
    rows.map((row, index) => {
      const value = valueIn(row);
      return value == null ? null : ([middle(index), y(value)] as const);
    });
  const points = pointsOf(({ values }) => values[series[0]?.key ?? '']);
  const column = (bar / BAR_PART) * COLUMN_PART;
  const hasValues = form === 'line' && rows.length <= MOST_VALUES;
  const labels = rows.map((row) => {
    const total = totalOf(row);
    if (hasValues) return [row.shortLabel, total === null ? NONE : formatPercent(total)];
    return [...row.shortLabel.split('\n'), ...(form === 'bars' ? (row.remarks ?? []) : [])];
  });
  const longest = Math.max(...labels.flat().map(({ length }) => length)) * LABEL.character;
  // The last one may end with the plot, so it begins earlier.
  const earlier = Math.max(0, longest / 2 - step / 2);
  const room = longest + LABEL.gap + earlier;
  const every = room <= step ? 1 : Math.ceil(Math.max(LABEL.least, room) / step);
  const isEdge = (index: number) => index === rows.length - 1 && earlier > 0;
  const inTick = (value: number) =>
    measure === 'share' ? `${Number((value * 100).toFixed(1))} %` : formatTick(value);
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
                data-tone="line"
                style={toned('line')}
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
            <path
              className={styles['line']}
              d={linePath(points.map((point, index) => (rows[index]?.partial ? null : point)))}
            />
            {points.map(
              (point, index) =>
                point && (
                  <circle
                    key={point[0]}
                    className={styles['dot']}
                    data-partial={rows[index]?.partial}
                    cx={point[0]}
                    cy={point[1]}
                    r="2.5"
                  />
                ),
            )}
            <path
              className={styles['before']}
              d={linePath(pointsOf(({ before }) => mean ?? before))}
            />
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
        <line className={styles['axis']} y1={inner.height} x2={inner.width} y2={inner.height} />
        {rows.map(
          ({ key }, index) =>
            (rows.length - 1 - index) % every === 0 && (
              <text
                key={key}
                className={styles['label']}
                y={inner.height + 4}
                textAnchor={isEdge(index) ? 'end' : 'middle'}
              >
                {labels[index]?.map((line, below) => (
                  <tspan
                    key={line}
                    className={hasValues && below ? styles['value'] : undefined}
                    // The last label would reach beyond the page.
                    x={isEdge(index) ? inner.width : middle(index)}
                    dy="1.15em"
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
            <g key={key} data-partial={row.partial || undefined}>
              <rect className={styles['bar']} data-tone={tone} style={toned(tone)} {...box} />
              {tone === 'on-air' && <rect fill={`url(#${id})`} {...box} />}
            </g>
          );
        })}
    </>
  );
}
