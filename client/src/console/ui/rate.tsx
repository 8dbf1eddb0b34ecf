import type { Rate as RateOf } from '#shared/statistics';
import { formatInterval, formatRate } from '../charts/compare.ts';
import styles from './rate.module.css';

/** A rate with its 95 % interval below it, for a table cell. */
export function Rate(rate: RateOf) {
  return (
    <>
      {formatRate(rate)}
      <Note>{formatInterval(rate)}</Note>
    </>
  );
}

/** A line below a figure in a table cell; nothing without words. */
export const Note = ({ children }: { children: string }) =>
  children && <small className={styles['note']}>{children}</small>;
