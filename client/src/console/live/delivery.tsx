import { formatCount, formatSeconds } from '#shared/format-figures';
import type { DeliveryReport } from '#shared/growth';
import { formatMinute } from '../charts/format-axis.ts';
import { Table } from '../ui/table.tsx';
import { plainCell } from '../ui/table-cells.ts';
import { liveWords } from '../words/console-messages.ts';
import styles from './live-view.module.css';

const words = liveWords.delivery;
const REASONS: Readonly<Record<string, string>> = words.reasons;

interface DeliveryProps<State = DeliveryReport> {
  state: State;
  /** Times are shown in this time zone. */
  zone: string;
}

export const DeliveryProblem = ({ state, zone }: DeliveryProps<DeliveryReport | null>) =>
  state?.failure && (
    <p className={styles['failure']}>
      {words.failure({ at: formatMinute(state.failure.at, zone) })}: {state.failure.reason}
    </p>
  );

/** One line about the delivery to PostHog, with its figures and what was refused behind it. */
export function Delivery({ state, zone }: DeliveryProps) {
  const { recipient, waiting, oldestSeconds, delivered, deliveredAt, setAside, skipped } = state;
  if (recipient === null) return <p className={styles['delivery']}>{words.off}</p>;
  const reasons = Object.entries(skipped).filter(([, count]) => count > 0);
  const figures: [label: string, value: string][] = [
    [words.to, recipient],
    [words.oldest, formatSeconds(oldestSeconds)],
    [words.deadLetters, formatCount(setAside)],
    ...reasons.map(([reason, count]): [string, string] => [
      words.skipped({ reason: REASONS[reason] ?? reason }),
      formatCount(count),
    ]),
  ];
  return (
    <details className={styles['delivery']}>
      <summary>
        {words.line({
          delivered: formatCount(delivered),
          waiting: formatCount(waiting),
          at: deliveredAt === null ? words.never : formatMinute(deliveredAt, zone),
        })}
      </summary>
      <ul>
        {figures.map(([label, value]) => (
          <li key={label}>{`${label}: ${value}`}</li>
        ))}
      </ul>
      {state.deadLetters.length > 0 && (
        <Table
          heading={words.letters.summary}
          name={words.letters.at}
          columns={[words.letters.reason, words.letters.event].map((label) => ({
            label,
            isText: true,
          }))}
          rows={state.deadLetters.map(({ eventId, reason, at }) => ({
            key: eventId,
            name: formatMinute(at, zone),
            cells: [reason, eventId].map((text) => plainCell(text, text)),
          }))}
        />
      )}
    </details>
  );
}
