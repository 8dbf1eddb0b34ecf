import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './dot.module.css';

interface DotProps {
  /** Off is a ring, on a disc, done a check and no a dash. */
  state: 'off' | 'on' | 'done' | 'no';
}

/** A dot's form is a state. The words beside it say the same. */
export const Dot = ({ state }: DotProps) => (
  <span
    aria-hidden="true"
    className={cx('dot', styles['dot'])}
    data-done={state === 'done'}
    data-state={state}
  />
);

/** A dot beside the words that say the same. */
export const DotWords = ({ state, children }: DotProps & { children: ReactNode }) => (
  <span className={styles['words']}>
    <Dot state={state} />
    <span>{children}</span>
  </span>
);
