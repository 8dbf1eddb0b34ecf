import { type KeyboardEvent, memo, type ReactNode, useCallback, useState } from 'react';
import type { SignupRow } from '#shared/growth';
import { cx } from '../../ui/cx.ts';
import { formatShortDay } from '../charts/format-axis.ts';
import { DecidedState, invitedText } from '../signups/address-state.tsx';
import controls from '../ui/controls.module.css';
import { Check } from '../ui/inputs.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import { type Action, ActionButtons } from './application-card.tsx';
import styles from './application-desk.module.css';
import { stateOf } from './application-page.ts';

const words = listWords.applications;

export interface ListProps {
  rows: readonly SignupRow[];
  current: SignupRow;
  /** The state that was asked for. */
  state: string;
  zone: string;
  /** What opens them where they are folded. */
  all: string;
  chosen: readonly string[];
  choose(ids: readonly string[], isChosen: boolean): void;
  open(id: string): void;
  press(event: KeyboardEvent): void;
  /** What is done with all that are chosen. */
  actions: readonly Action[];
  /** Turns to other pages. */
  children: ReactNode;
}

/** The applications of a page. A narrow screen folds them. */
export function ApplicationList({ rows, current, chosen, open, ...list }: ListProps) {
  const ids = rows.map(({ id }) => id);
  const [isOpen, setIsOpen] = useState(false);
  const show = useCallback(
    (id: string) => {
      open(id);
      setIsOpen(false);
    },
    [open],
  );
  return (
    // A click on a text of it, too, gives it the keys. Tab goes to its first row, or browsers would scroll to its middle.
    <section
      aria-label={words.list}
      className={styles['list']}
      data-open={isOpen}
      tabIndex={-1}
      onKeyDown={list.press}
    >
      <SmallButton
        className={styles['opener']}
        label={list.all}
        data-opens
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      <Check
        label={words.selectAll({ count: ids.length })}
        checked={chosen.length === rows.length}
        onChange={(isChecked) => list.choose(ids, isChecked)}
      />
      <ul>
        {rows.map((one) => (
          <ApplicationRow
            key={one.id}
            signup={one}
            zone={list.zone}
            choose={list.choose}
            open={show}
            isUsual={stateOf(one) === list.state}
            isCurrent={one === current}
            isChosen={chosen.includes(one.id)}
          />
        ))}
      </ul>
      <div className={styles['foot']}>
        <ActionButtons actions={list.actions} />
        {list.children}
      </div>
    </section>
  );
}

interface RowProps extends Pick<ListProps, 'zone' | 'open' | 'choose'> {
  signup: SignupRow;
  /** Whether all of the list are in this state, unless they were just decided. */
  isUsual: boolean;
  isCurrent: boolean;
  isChosen: boolean;
}

/** A row in the list of applications. Memoised, so that a press renders only the rows that it changes. */
const ApplicationRow = memo(({ signup, signup: { id }, zone, open, choose, ...is }: RowProps) => (
  <li className={cx(is.isCurrent && styles['current'])}>
    <label className={controls['check']}>
      <input
        type="checkbox"
        aria-label={words.select({ name: signup.name })}
        checked={is.isChosen}
        onChange={(event) => choose([id], event.target.checked)}
      />
    </label>
    <button type="button" aria-current={is.isCurrent || undefined} onClick={() => open(id)}>
      <b dir="auto">{signup.name}</b>
      <span dir="auto">{signup.useCase}</span>
    </button>
    {is.isUsual ? (
      <span>
        {invitedText(signup) ||
          (signup.decision === 'accepted' && signup.confirmedAt === null && words.notConfirmed) || (
            <time>{formatShortDay(signup.createdAt, zone)}</time>
          )}
      </span>
    ) : (
      <DecidedState state={stateOf(signup)} />
    )}
  </li>
));
