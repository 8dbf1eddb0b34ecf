import { memo } from 'react';
import type { SignupRow } from '#shared/growth';
import type { ApplicationState } from '#shared/list-values';
import { cx } from '../../ui/cx.ts';
import { listWords } from '../words/console-messages.ts';
import styles from './list-views.module.css';

const words = listWords.applications;
const states = listWords.states;

interface RowProps extends Pick<SignupRow, 'id' | 'name' | 'useCase'> {
  state: ApplicationState;
  isCurrent: boolean;
  isChosen: boolean;
  open(id: string): void;
  choose(id: string, isChosen: boolean): void;
}

/** A row in the list of applications. Memoised, so that a press renders only the rows that it changes. */
export const ApplicationRow = memo(
  ({ id, name, useCase, state, isCurrent, isChosen, open, choose }: RowProps) => (
    <li className={cx(isCurrent && styles['current'])}>
      <input
        type="checkbox"
        aria-label={words.select({ name })}
        checked={isChosen}
        onChange={(event) => choose(id, event.target.checked)}
      />
      <button type="button" aria-current={isCurrent || undefined} onClick={() => open(id)}>
        <b dir="auto">{name}</b>
        <span dir="auto">{useCase}</span>
      </button>
      <span className={styles['state']} data-state={state}>
        {states[state]}
      </span>
    </li>
  ),
);
