import styles from './share.module.css';

/** A thin bar in a table cell. The cell shows the number as text. */
export function Share({ part, whole }: { part: number; whole: number }) {
  return (
    <svg
      className={styles['share']}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['track']} width="100" height="1" />
      <rect className={styles['part']} width={whole === 0 ? 0 : (part / whole) * 100} height="1" />
    </svg>
  );
}
