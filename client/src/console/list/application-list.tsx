import { type KeyboardEvent, type ReactNode, useCallback, useState } from 'react';
import type { SignupRow } from '#shared/growth';
import { cx } from '../../ui/cx.ts';
import { Check } from '../ui/inputs.tsx';
import menu from '../ui/menu.module.css';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import { type Action, ActionButtons } from './application-card.tsx';
import styles from './application-list.module.css';
import { stateOf } from './application-page.ts';
import { ApplicationRow } from './application-row.tsx';

const words = listWords.applications;

interface ListProps {
  rows: readonly SignupRow[];
  current: SignupRow;
  /** The state that was asked for. */
  state: string;
  zone: string;
  chosen: ReadonlySet<string>;
  choose(id: string, isChosen: boolean): void;
  chooseAll(ids: readonly string[]): void;
  open(id: string): void;
  press(event: KeyboardEvent): void;
  /** What is done with all that are chosen. */
  actions: readonly Action[];
  /** Turns to other pages. */
  children: ReactNode;
}

/** The applications of a page. A narrow screen folds them. */
export function ApplicationList({ rows, current, chosen, open, ...list }: ListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const show = useCallback(
    (id: string) => {
      open(id);
      setIsOpen(false);
    },
    [open],
  );
  const place = { index: rows.indexOf(current) + 1, count: rows.length };
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
        className={cx(menu['opener'], styles['opener'])}
        label={words.place(place)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      <ul>
        {rows.map((one) => (
          <ApplicationRow
            key={one.id}
            id={one.id}
            name={one.name}
            useCase={one.useCase}
            createdAt={one.createdAt}
            zone={list.zone}
            choose={list.choose}
            open={show}
            state={stateOf(one)}
            isUsual={stateOf(one) === list.state}
            isCurrent={one === current}
            isChosen={chosen.has(one.id)}
          />
        ))}
      </ul>
      <ActionButtons actions={list.actions} hides />
      <div className={styles['foot']}>
        <Check
          label={words.selectAll}
          checked={chosen.size === rows.length}
          onChange={(isChecked) => list.chooseAll(isChecked ? rows.map(({ id }) => id) : [])}
        />
        {list.children}
      </div>
    </section>
  );
}
