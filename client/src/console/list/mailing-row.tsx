import { formatCount } from '#shared/format-figures';
import type { Mailing } from '#shared/list';
import { formatDay } from '../charts/format-axis.ts';
import { readKept } from '../session/kept.ts';
import { Dot } from '../ui/dot.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './mailings.module.css';
import { keyOf } from './use-draft.ts';

const words = listWords.mailings;
const DOTS = {
  draft: 'off',
  starting: 'on',
  sending: 'on',
  paused: 'no',
  stopped: 'no',
  done: 'done',
} as const;

/** The state of a mailing: the form of a dot, and a word. */
export const MailingState = ({ state }: Pick<Mailing, 'state'>) => (
  <span className={styles['state']}>
    <Dot state={DOTS[state]} />
    {words.states[state]}
  </span>
);

interface RowProps {
  mailing: Mailing;
  zone: string;
  onOpen(): void;
}

/** One mailing of the list: its subject, state, progress and time. */
export function MailingRow({ mailing, zone, onOpen }: RowProps) {
  const { id, state, words: own, people, recipients, createdAt, startedAt, endedAt } = mailing;
  const time = endedAt ?? startedAt ?? createdAt;
  const about = [
    people > 0 &&
      words.progress({ sent: formatCount(recipients.sent ?? 0), of: formatCount(people) }),
    (recipients.in_doubt ?? 0) > 0 &&
      `${formatCount(recipients.in_doubt ?? 0)} ${words.recipients.in_doubt.toLowerCase()}`,
    readKept(keyOf(id)) !== null && words.unsaved,
  ];
  return (
    <li>
      <button type="button" dir="auto" onClick={onOpen}>
        {own.en?.subject ?? id}
      </button>
      <MailingState state={state} />
      <span className={styles['quiet']}>{about.filter(Boolean).join(', ')}</span>
      <time className={styles['quiet']} dateTime={time}>
        {formatDay(time, zone)}
      </time>
    </li>
  );
}
