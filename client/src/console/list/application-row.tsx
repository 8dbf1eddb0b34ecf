import { memo } from 'react';
import type { SignupRow } from '#shared/growth';
import type { ApplicationState } from '#shared/list-values';
import { cx } from '../../ui/cx.ts';
import { formatShortDay } from '../charts/format-axis.ts';
import { listWords } from '../words/console-messages.ts';
import styles from './application-list.module.css';
import dots from './applications.module.css';

const words = listWords.applications;
const states = listWords.states;

interface RowProps extends Pick<SignupRow, 'id' | 'name' | 'useCase' | 'createdAt'> {
  state: ApplicationState;
  /** Whether all of the list are in this state, unless they were just decided. */
  isUsual: boolean;
  isCurrent: boolean;
  isChosen: boolean;
  zone: string;
  open(id: string): void;
  choose(id: string, isChosen: boolean): void;
}

/** A row in the list of applications. Memoised, so that a press renders only the rows that it changes. */
export const ApplicationRow = memo(
  ({ id, name, useCase, createdAt, state, zone, open, choose, ...is }: RowProps) => (
    <li className={cx(is.isCurrent && styles['current'])}>
      <label>
        <input
          type="checkbox"
          aria-label={words.select({ name })}
          checked={is.isChosen}
          onChange={(event) => choose(id, event.target.checked)}
        />
      </label>
      <button type="button" aria-current={is.isCurrent || undefined} onClick={() => open(id)}>
        <b dir="auto">{name}</b>
        <span dir="auto">{useCase}</span>
      </button>
      <span className={dots['state']} data-state={state} data-usual={is.isUsual}>
        {is.isUsual ? formatShortDay(createdAt, zone) : states[state]}
      </span>
    </li>
  ),
);
