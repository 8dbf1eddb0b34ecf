import { type KeyboardEvent, type ReactNode, useState } from 'react';
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
export function ApplicationList({ rows, current, chosen, choose, ...list }: ListProps) {
  const ids = rows.map(({ id }) => id);
  const [isOpen, setIsOpen] = useState(false);
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
        onChange={(isChecked) => choose(ids, isChecked)}
      />
      <ul>
        {rows.map((one) => (
          <li key={one.id} className={cx(one === current && styles['current'])}>
            <label className={controls['check']}>
              <input
                type="checkbox"
                aria-label={words.select({ name: one.name })}
                checked={chosen.includes(one.id)}
                onChange={(event) => choose([one.id], event.target.checked)}
              />
            </label>
            <button
              type="button"
              aria-current={one === current || undefined}
              onClick={() => {
                list.open(one.id);
                setIsOpen(false);
              }}
            >
              <b dir="auto">{one.name}</b>
              <span dir="auto">{one.useCase}</span>
            </button>
            <RowState signup={one} isUsual={stateOf(one) === list.state} zone={list.zone} />
          </li>
        ))}
      </ul>
      <div className={styles['foot']}>
        <ActionButtons actions={list.actions} />
        {list.children}
      </div>
    </section>
  );
}

/** What the list does not say of all its rows: what was just decided, who is invited or cannot be, or else when they applied. */
function RowState(props: { signup: SignupRow; isUsual: boolean; zone: string }) {
  const { signup, isUsual, zone } = props;
  if (!isUsual) return <DecidedState state={stateOf(signup)} />;
  const isBarred = signup.decision === 'accepted' && signup.confirmedAt === null;
  const said = invitedText(signup) || (isBarred && words.notConfirmed);
  return <span>{said || formatShortDay(signup.createdAt, zone)}</span>;
}
