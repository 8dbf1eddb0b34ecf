import styles from './rate-bar.module.css';

interface RateBarProps {
  /** From 0 to 1, as its interval. */
  share: number;
  low: number;
  high: number;
  /** Whether it differs from the others beyond chance. */
  isClear: boolean;
  /** The share at which the bar fills its cell. */
  widest: number;
}

/** A bar above the interval of its rate. The cell shows the numbers. */
export function RateBar({ share, low, high, isClear, widest }: RateBarProps) {
  const x = (value: number) => (value / widest) * 100;
  return (
    <svg
      className={styles['bar']}
      data-clear={isClear}
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['track']} width="100" height="8" />
      <rect className={styles['part']} width={x(share)} height="8" />
      <rect className={styles['interval']} x={x(low)} y="10" width={x(high - low)} height="2" />
    </svg>
  );
}
