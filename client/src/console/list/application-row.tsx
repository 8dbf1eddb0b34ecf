import { memo } from 'react';
import type { SignupRow } from '#shared/growth';
import type { ApplicationState } from '#shared/list-values';
import { cx } from '../../ui/cx.ts';
import { listWords } from '../words/console-messages.ts';
import styles from './list-views.module.css';

const words = listWords.applications;
const states = listWords.states;

interface RowProps {
  signup: SignupRow;
  at: number;
  state: ApplicationState;
  isCurrent: boolean;
  isChosen: boolean;
  open(at: number): void;
  choose(id: string, isChosen: boolean): void;
}

/** A row in the list of applications. Memoised, so that a press renders only the rows that it changes. */
export const ApplicationRow = memo(
  ({ signup, at, state, isCurrent, isChosen, open, choose }: RowProps) => (
    <li className={cx(isCurrent && styles['current'])}>
      <input
        type="checkbox"
        aria-label={words.select({ name: signup.name })}
        checked={isChosen}
        onChange={(event) => choose(signup.id, event.target.checked)}
      />
      <button type="button" aria-current={isCurrent || undefined} onClick={() => open(at)}>
        <b dir="auto">{signup.name}</b>
        <span dir="auto">{signup.useCase}</span>
      </button>
      <span className={styles['state']} data-state={state}>
        {states[state]}
      </span>
    </li>
  ),
);
