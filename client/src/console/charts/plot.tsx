import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import styles from './bar-chart.module.css';
import { formatTick } from './format-figures.ts';

/** The colour of a series: the signal colour of a signup path, else ink. */
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
  /** Values that only the table shows, such as a rate. */
  more?: readonly string[];
}

/** In pixels, the same as in bar-chart.module.css. */
const HEIGHT = 200;
const MARGIN = { top: 8, right: 14, bottom: 26, left: 40 };
const PIXELS_PER_LABEL = 64;

interface BarPlotProps {
  series: readonly Series[];
  rows: readonly ChartRow[];
  /** The width in pixels. */
  width: number;
  /** The index of the selected row. */
  at: number | null;
}

/** Draws the bars. Hidden from screen readers, because the slider and the table say the same. */
export function BarPlot({ width, series, rows, at }: BarPlotProps) {
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.bottom };
  const highest = Math.max(
    ...rows.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)),
  );
  const x = scaleBand({
    domain: rows.map(({ key }) => key),
    range: [0, inner.width],
    padding: 0.22,
  });
  // With all values at 0 the scale would have no length.
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
          tickFormat={(value) => (Number.isInteger(value) ? formatTick(Number(value)) : '')}
          tickClassName={styles['tick'] ?? ''}
          tickLabelProps={{ textAnchor: 'end', dx: '-0.2em', dy: '0.3em' }}
        />
      </g>
    </svg>
  );
}
