import { compareRates } from '#shared/compare-figures';
import { formatInterval, formatRate } from '#shared/format-figures';
import type { Rate as RateOf } from '#shared/statistics';
import { Change } from './change.tsx';
import styles from './rate.module.css';

interface RateProps {
  rate: RateOf;
  before: RateOf | null | undefined;
}

/** A rate with its 95 % interval and its change since the period before below it, for a table cell. */
export const Ratio = ({ rate, before }: RateProps) => (
  <>
    {formatRate(rate)}
    <RateNote>{formatInterval(rate)}</RateNote>
    <Change of={before && compareRates(rate, before)} />
  </>
);

/** A line below a figure in a table cell; nothing without words. */
export const RateNote = ({ children }: { children: string }) =>
  children && <small className={styles['note']}>{children}</small>;
