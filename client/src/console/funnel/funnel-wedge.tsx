import { formatCount } from '#shared/format-figures';
import styles from './funnel-chart.module.css';
import type { FunnelRow } from './funnel-rows.ts';
import { growthFunnel } from './words.ts';

const words = growthFunnel.table;

/** The bar of a step, and below it the wedge to the next step with its loss in words. */
export function FunnelWedge({ count, first, lost, isLargestLoss }: FunnelRow) {
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
      {lost !== null && (
        <div className={styles['wedge']} data-largest={isLargestLoss}>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <polygon points={`0,0 ${x(count)},0 ${x(count - lost)},1 0,1`} />
          </svg>
          <p>{words.lost(formatCount(lost), isLargestLoss)}</p>
        </div>
      )}
    </>
  );
}
