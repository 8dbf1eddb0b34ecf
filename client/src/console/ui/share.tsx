import styles from './share.module.css';

interface ShareProps {
  part: number;
  whole: number;
  /** The interval of an uncertain part. */
  interval?: { low: number; high: number } | undefined;
}

/** A thin bar in a table cell, above the interval of its value. The cell shows the numbers as text. */
export function Share({ part, whole, interval }: ShareProps) {
  const x = (value: number) => (whole === 0 ? 0 : (Math.min(value, whole) / whole) * 100);
  return (
    <svg
      className={styles['share']}
      data-interval={interval !== undefined}
      viewBox={interval ? '0 0 100 8' : '0 0 100 4'}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['track']} width="100" height="4" />
      <rect className={styles['part']} width={x(part)} height="4" />
      {interval && (
        <rect
          className={styles['interval']}
          x={x(interval.low)}
          y="6"
          width={x(interval.high) - x(interval.low)}
          height="2"
        />
      )}
    </svg>
  );
}
