import styles from './share.module.css';

interface RateBarProps {
  /** From 0 to 1. */
  share: number;
  interval: { low: number; high: number };
}

/** A thin bar in a table cell, above the interval of its rate. Its track is the whole: 100 %. The cell shows the numbers. */
export const RateBar = ({ share, interval: { low, high } }: RateBarProps) => (
  <svg
    className={styles['share']}
    data-interval="true"
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect className={styles['track']} width="100" height="4" />
    <rect className={styles['part']} width={share * 100} height="4" />
    <rect
      className={styles['interval']}
      x={low * 100}
      y="6"
      width={(high - low) * 100}
      height="2"
    />
  </svg>
);

interface CountBarProps {
  count: number;
  /** The count of the longest bar. */
  largest: number;
}

/** A thin bar in a table cell. It has no track, because the largest count is not a whole. The cell shows the number. */
export const CountBar = ({ count, largest }: CountBarProps) => (
  <svg
    className={styles['share']}
    viewBox="0 0 100 4"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect className={styles['part']} width={(count / Math.max(1, largest)) * 100} height="4" />
  </svg>
);
