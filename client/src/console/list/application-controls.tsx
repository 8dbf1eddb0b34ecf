import { type FormEvent, useContext, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import type { ApplicationStages } from '#shared/list';
import { APPLICATION_STATES } from '#shared/list-values';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import controls from '../ui/controls.module.css';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './applications.module.css';

const words = listWords.applications;

interface TabsProps extends Pick<ViewProps, 'change'> {
  state: string;
  reached: ApplicationStages | null;
  /** How many of the state match the search; null without a search, or while they are counted. */
  matches: number | null;
}

/** Chooses a state. The counts of the others are of everybody, so a search hides them. */
export function StateTabs({ state, reached, matches, change }: TabsProps) {
  const { search } = useContext(AddressNow);
  const counts = reached && {
    ...{ accepted: reached.accepted, declined: reached.declined },
    waiting: reached.applied - reached.accepted - reached.declined,
  };
  return (
    <nav className={styles['tabs']} aria-label={words.state}>
      {APPLICATION_STATES.map((one) => {
        const count = search === '' ? counts?.[one] : one === state ? matches : null;
        return (
          <button
            key={one}
            type="button"
            className={styles['state']}
            data-state={one}
            aria-current={one === state || undefined}
            onClick={() => change({ state: one, page: 1, application: '' })}
          >
            {listWords.states[one]} <b>{typeof count === 'number' && formatCount(count)}</b>
          </button>
        );
      })}
    </nav>
  );
}

/** Invites those who were accepted first. @param invite returns whether it was done */
export function InviteNext({ invite }: { invite(next: number): Promise<boolean> }) {
  const [next, setNext] = useState('50');
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const isDone = await invite(Number(next));
    // Another press on Enter invites nobody.
    if (isDone) setNext((now) => (now === next ? '' : now));
  }
  return (
    <form className={styles['invite']} onSubmit={(event) => void submit(event)}>
      <label className={controls['select']}>
        <input
          type="number"
          aria-label={words.inviteNextCount}
          min={1}
          max={500}
          required
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </label>
      <SmallButton type="submit" label={`${words.inviteNext} ${next}`.trim()} />
    </form>
  );
}
