import type { ReactNode } from 'react';
import styles from './dot.module.css';

interface DotProps {
  /** Off is a ring, on a disc, done a check and no a dash. */
  state: 'off' | 'on' | 'done' | 'no';
  /** A path to sign up has a colour. */
  kind?: unknown;
}

/** A dot's form is a state. The words beside it say the same. */
export const Dot = ({ state, kind }: DotProps) => (
  <span
    aria-hidden="true"
    className={styles['dot']}
    data-state={state}
    data-kind={typeof kind === 'string' ? kind : undefined}
  />
);

/** A dot beside the words that say the same. */
export const DotWords = ({ children, ...dot }: DotProps & { children: ReactNode }) => (
  <span className={styles['words']}>
    <Dot {...dot} />
    <span>{children}</span>
  </span>
);
