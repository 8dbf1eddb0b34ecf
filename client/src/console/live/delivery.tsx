import { formatCount, formatSeconds } from '#shared/format-figures';
import type { DeliveryReport } from '#shared/growth';
import { usePolled } from '../api/use-polled.ts';
import { formatMinute } from '../charts/format-axis.ts';
import { Figures, Panel, waitingFor } from '../ui/panel.tsx';
import { liveWords } from '../words/console-messages.ts';
import styles from './live-view.module.css';

const words = liveWords.delivery;
const REASONS: Readonly<Record<string, string>> = words.reasons;
const EVERY_MS = 10_000;

export function DeliveryPanel({ zone }: { zone: string }) {
  const report = usePolled<DeliveryReport>('delivery', EVERY_MS);
  // Fading the figures every ten seconds would be a nuisance.
  const shown = { ...report, loading: report.data === null };
  return (
    <section className={styles['section']} aria-labelledby="delivery" {...waitingFor(shown)}>
      <h2 id="delivery">{words.heading}</h2>
      <Panel report={shown}>{(data) => <State state={data} zone={zone} />}</Panel>
    </section>
  );
}

/** @param zone times are shown in this time zone */
function State({ state, zone }: { state: DeliveryReport; zone: string }) {
  const { recipient, waiting, oldestSeconds, delivered, deliveredAt, setAside, skipped } = state;
  if (recipient === null) return <p className={styles['off']}>{words.off}</p>;
  const reasons = Object.entries(skipped).filter(([, count]) => count > 0);
  return (
    <>
      <p className={styles['off']}>
        {words.to} <code>{recipient}</code>. {words.latest}:{' '}
        {deliveredAt === null ? words.never : formatMinute(deliveredAt, zone)}.
      </p>
      {state.failure && (
        <p className={styles['failure']}>
          {words.failure({ at: formatMinute(state.failure.at, zone) })}: {state.failure.reason}
        </p>
      )}
      <Figures
        figures={[
          { label: words.delivered, value: formatCount(delivered) },
          { label: words.waiting, value: formatCount(waiting) },
          { label: words.oldest, value: formatSeconds(oldestSeconds) },
          { label: words.deadLetters, value: formatCount(setAside) },
          {
            label: words.skipped,
            value: formatCount(reasons.reduce((sum, [, count]) => sum + count, 0)),
            note: reasons
              .map(([reason, count]) => `${formatCount(count)} ${REASONS[reason] ?? reason}`)
              .join(', '),
          },
        ]}
      />
      {state.deadLetters.length > 0 && <DeadLetters letters={state.deadLetters} zone={zone} />}
    </>
  );
}

function DeadLetters({ letters, zone }: { letters: DeliveryReport['deadLetters']; zone: string }) {
  return (
    <details className={styles['letters']}>
      <summary>{words.letters.summary}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.letters.at}</th>
            <th scope="col">{words.letters.reason}</th>
            <th scope="col">{words.letters.event}</th>
          </tr>
        </thead>
        <tbody>
          {letters.map(({ eventId, reason, at }) => (
            <tr key={eventId}>
              <td>{formatMinute(at, zone)}</td>
              <td>{reason}</td>
              <td>{eventId}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
