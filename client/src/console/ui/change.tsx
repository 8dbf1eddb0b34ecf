import type { KeyboardEvent } from 'react';
import type { Comparison } from '#shared/compare-figures';
import { formatInterval } from '#shared/format-figures';
import type { Rate } from '#shared/statistics';
import { commonWords } from '../words/console-messages.ts';
import styles from './change.module.css';

const words = commonWords.change;

interface ChangeProps {
  of: Comparison | null | undefined;
  /** Its 95 % interval is said with the earlier value. */
  rate?: Rate | null | undefined;
}

/**
 * How a figure has changed since the period before, as a chip that is filled where the change is not chance. What the figure was, and
 * its interval, show while the chip is pointed at, focused or tapped.
 */
export function Change({ of: comparison, rate }: ChangeProps) {
  const interval = rate ? formatInterval(rate) : '';
  const change = comparison?.change;
  if (!change && !interval) return null;
  const isClear = comparison?.isClear === true;
  const hide = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
  };
  const more = [change && saidOf(comparison), interval && words.interval({ interval })];
  return (
    // Another text is another element: where it is right-aligned, the old one would move.
    <button
      key={change}
      type="button"
      className={styles['change']}
      data-clear={isClear}
      onKeyDown={hide}
    >
      <span className={styles['chip']}>{change ?? '±'}</span>
      <span role="tooltip" className={styles['more']}>
        {more.filter(Boolean).join(' ')}
      </span>
    </button>
  );
}

const saidOf = ({ before, isClear }: Comparison) =>
  (isClear === null ? words.before : isClear ? words.clear : words.chance)({ before });
