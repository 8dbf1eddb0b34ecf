import { useContext, useEffect, useState } from 'react';
import type { Comparison } from '#shared/compare-figures';
import { formatInterval, formatRate } from '#shared/format-figures';
import type { Rate } from '#shared/statistics';
import { AddressNow } from '../address/use-address.ts';
import { commonWords } from '../words/console-messages.ts';
import styles from './change.module.css';
import { beforeDatesOf } from './range-picker.tsx';

const words = commonWords.change;
/** Of an interval alone: as of a chip, without its outline. */
const PLAIN = { className: styles['chip'], title: commonWords.chart.interval, 'data-plain': true };

interface ChangeProps {
  of: Comparison | null | undefined;
  /** It is said with its 95 % interval, after the earlier value. @property of whom it is, where the figure is another one */
  rate?: (Rate & { of?: string }) | null | undefined;
  /** When the earlier value was, if not in the period before that of the view. */
  than?: string | undefined;
}

/**
 * How a figure has changed since the period before, as a chip that is filled where the change is not chance. What the figure was, and
 * its interval, show while the chip is pointed at, focused or tapped. Without a change it is the interval alone.
 */
export function Change({ of: comparison, rate, than }: ChangeProps) {
  const address = useContext(AddressNow);
  // Dates take half a millisecond, so a chip has them once somebody looks.
  const [{ dates, isClosed }, setTip] = useState({ dates: '', isClosed: false });
  useEffect(() => {
    if (!dates) return;
    // The focus may be elsewhere while the chip is pointed at.
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setTip({ dates, isClosed: true });
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [dates]);
  const interval = rate ? formatInterval(rate) : '';
  const change = comparison?.change;
  // A table has a line for it.
  if (!change) return !rate?.of && interval && <span {...PLAIN}>{interval}</span>;
  const look = () => setTip({ dates: than ?? beforeDatesOf(address), isClosed: false });
  const more = [
    words.before({
      ...comparison,
      dates: dates && ` (${dates})`,
      verdict: comparison.isClear === null ? '' : comparison.isClear ? words.clear : words.chance,
    }),
    rate &&
      interval &&
      words.interval({ rate: `${formatRate(rate)} ${rate.of ?? ''}`.trim(), interval }),
  ];
  return (
    // Another text, also with its dates, is another element: where it is right-aligned, the old one would move.
    <button
      key={change}
      type="button"
      className={styles['change']}
      data-clear={comparison?.isClear === true}
      data-closed={isClosed}
      onPointerEnter={look}
      onFocus={look}
    >
      <span className={styles['chip']}>{change}</span>
      <span key={dates} role="tooltip" className={styles['more']}>
        {more.filter(Boolean).join('\n')}
      </span>
    </button>
  );
}
