import { formatCount, formatSeconds } from '#shared/format-figures';
import type { DeliveryReport } from '#shared/growth';
import { formatMinute } from '../charts/format-axis.ts';
import { liveWords } from '../words/console-messages.ts';
import styles from './live-view.module.css';

const words = liveWords.delivery;
const REASONS: Readonly<Record<string, string>> = words.reasons;

interface DeliveryProps {
  state: DeliveryReport;
  /** Times are shown in this time zone. */
  zone: string;
}

/** One line about the delivery to PostHog, with its figures and what was refused behind it. */
export function Delivery({ state, zone }: DeliveryProps) {
  const { recipient, waiting, oldestSeconds, delivered, deliveredAt, setAside, skipped } = state;
  if (recipient === null) return <p className={styles['delivery']}>{words.off}</p>;
  const reasons = Object.entries(skipped).filter(([, count]) => count > 0);
  const lines = [
    `${words.to}: ${recipient}`,
    `${words.oldest}: ${formatSeconds(oldestSeconds)}`,
    `${words.deadLetters}: ${formatCount(setAside)}`,
    ...state.deadLetters.map(
      ({ eventId, reason, at }) => `${formatMinute(at, zone)}: ${eventId}: ${reason}`,
    ),
    ...reasons.map(
      ([reason, count]) =>
        `${words.skipped({ reason: REASONS[reason] ?? reason })}: ${formatCount(count)}`,
    ),
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
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
