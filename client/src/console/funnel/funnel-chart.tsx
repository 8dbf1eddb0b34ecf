import type { FunnelReport } from '#shared/growth';
import { formatCount, formatSeconds, formatShare } from '../charts/format-figures.ts';
import styles from './funnel-chart.module.css';
import { growthFunnel } from './words.ts';

const words = growthFunnel.table;

/** A table drawn as a chart: a bar for each step, and between two steps the people who left. */
export function FunnelChart({ report }: { report: FunnelReport }) {
  const { steps, labels } = report;
  const first = steps[0]?.count ?? 0;
  const losses = steps.slice(1).map(({ count }, index) => (steps[index]?.count ?? 0) - count);
  const largest = losses.indexOf(Math.max(1, ...losses));
  return (
    <table className={styles['funnel']}>
      <caption className="visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.step}</th>
          <th scope="col">
            <span className="visually-hidden">{words.losses}</span>
          </th>
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
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position; the same step may come twice
            <tr key={index}>
              <th scope="row">{labels[index]}</th>
              <td className={styles['drawing']}>
                <Drawing
                  count={count}
                  first={first}
                  lost={losses[index]}
                  isLargest={index === largest}
                />
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

interface DrawingProps {
  count: number;
  first: number;
  /** The people who did not take the next step; undefined after the last step. */
  lost: number | undefined;
  isLargest: boolean;
}

/** The bar of a step, and below it the wedge to the next step with its loss in words. */
function Drawing({ count, first, lost, isLargest }: DrawingProps) {
  const x = (people: number) => (people / Math.max(1, first)) * 100;
  return (
    <>
      <svg
        className={styles['bar']}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className={styles['track']} width="100" height="1" />
        <rect className={styles['reached']} width={x(count)} height="1" />
      </svg>
      {lost !== undefined && (
        <div className={styles['wedge']} data-largest={isLargest}>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <polygon points={`0,0 ${x(count)},0 ${x(count - lost)},1 0,1`} />
          </svg>
          <p>{words.lost(formatCount(lost), isLargest)}</p>
        </div>
      )}
    </>
  );
}
