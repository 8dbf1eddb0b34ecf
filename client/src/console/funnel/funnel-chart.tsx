import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { FunnelReport } from '#shared/growth';
import { formatCount, formatSeconds, formatShare } from '../charts/format-figures.ts';
import styles from './funnel-chart.module.css';
import { growthFunnel } from './words.ts';

const words = growthFunnel.table;

/** In units of the drawing, which is stretched to the available width. */
const WIDTH = 100;
const BAR = 30;
const FALL = 26;
const x = (most: number) => scaleLinear({ domain: [0, Math.max(1, most)], range: [0, WIDTH] });

/** A table drawn as a chart: a bar for each step, and between two steps the people who were lost. */
export function FunnelChart({ report }: { report: FunnelReport }) {
  const { steps, labels } = report;
  const first = steps[0]?.count ?? 0;
  const scale = x(first);
  return (
    <table className={styles['funnel']}>
      <caption className="visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.step}</th>
          <td aria-hidden="true" />
          <th scope="col">{words.people}</th>
          <th scope="col">{words.ofFirst}</th>
          <th scope="col">{words.ofPrevious}</th>
          <th scope="col">{words.median}</th>
          <th scope="col">{words.mean}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ count, medianSeconds, averageSeconds }, index) => {
          const previous = steps[index - 1]?.count;
          const next = steps[index + 1]?.count;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position; the same step may come twice
            <tr key={index}>
              <th scope="row">{labels[index]}</th>
              <td className={styles['drawing']} aria-hidden="true">
                <svg
                  viewBox={`0 0 ${WIDTH} ${BAR + FALL}`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  {next !== undefined && (
                    <polygon
                      className={styles['fall']}
                      points={`0,${BAR} ${scale(count)},${BAR} ${scale(next)},${BAR + FALL} 0,${BAR + FALL}`}
                    />
                  )}
                  <rect className={styles['track']} width={WIDTH} height={BAR} />
                  <Bar className={styles['bar'] ?? ''} width={scale(count)} height={BAR} />
                </svg>
              </td>
              <td data-label={words.people} className={styles['people']}>
                {formatCount(count)}
              </td>
              <td data-label={words.ofFirst}>{formatShare(count, first)}</td>
              <td data-label={words.ofPrevious}>
                {previous === undefined ? '–' : formatShare(count, previous)}
              </td>
              <td data-label={words.median}>{formatSeconds(medianSeconds)}</td>
              <td data-label={words.mean}>{formatSeconds(averageSeconds)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
