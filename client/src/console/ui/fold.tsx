import { type ReactNode, useId } from 'react';
import { commonWords } from '../words/console-messages.ts';
import styles from './fold.module.css';
import { SmallButton } from './small-button.tsx';

interface FoldProps {
  /** Controls fold on narrow screens, so that a chart is in the first view; rarely used ones fold on wide screens. */
  on: 'narrow' | 'wide';
  /** The label of the button that opens it, which says what is chosen. */
  label: string;
  /** Whether the button has one width, so that it stays in its place whatever it says. */
  isEven?: boolean;
  children: ReactNode;
}

/** Controls behind a button on screens of one width, and in the flow of the page on the others. */
export function Fold({ on, label, isEven = false, children }: FoldProps) {
  const id = useId();
  return (
    <div className={styles['fold']} data-on={on}>
      <SmallButton
        className={styles['opener']}
        label={label}
        data-even={isEven}
        popoverTarget={id}
      />
      <div id={id} popover="auto" className={styles['sheet']}>
        {children}
        <SmallButton
          className={styles['closer']}
          label={commonWords.done}
          popoverTarget={id}
          popoverTargetAction="hide"
        />
      </div>
    </div>
  );
}
