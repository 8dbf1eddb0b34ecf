import type { ReactNode } from 'react';
import { formatCount, formatSeconds } from '#shared/format-figures';
import type { DeliveryReport, ProblemsReport } from '#shared/growth';
import { usePolled } from '../api/use-polled.ts';
import { Panel } from '../ui/panel.tsx';
import styles from './overview.module.css';
import { growthOverview as words } from './words.ts';

/** Shows what is wrong now, or that nothing is. */
export function Problems({ problems }: ProblemsReport) {
  if (problems.length === 0) return <p className={styles['note']}>{words.problems.none}</p>;
  return (
    <Folded isNow summary={words.problems.heading(problems.length)}>
      <ul className={styles['problems']}>
        {problems.map(({ code, text }) => (
          <li key={code + text}>{text}</li>
        ))}
      </ul>
    </Folded>
  );
}

interface FoldedProps {
  /** False if it was wrong earlier. */
  isNow: boolean;
  summary: ReactNode;
  children: ReactNode;
}

/** What is wrong. On a phone it is closed, so that today's chart is in the first view. */
export const Folded = ({ isNow, summary, children }: FoldedProps) => (
  <details
    className={styles['folded']}
    data-now={isNow}
    open={matchMedia('(width >= 52rem)').matches}
  >
    <summary>{summary}</summary>
    {children}
  </details>
);

const EVERY_MS = 30_000;

export function Delivery() {
  const report = usePolled<DeliveryReport>('delivery', EVERY_MS);
  return (
    <section className={styles['section']} aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery.heading}</h2>
      <Panel report={report}>{(data) => <p>{inWords(data)}</p>}</Panel>
    </section>
  );
}

function inWords({ recipient, waiting, oldestSeconds, delivered, setAside }: DeliveryReport) {
  if (recipient === null) return words.delivery.off;
  return [
    words.delivery.delivered(formatCount(delivered), recipient),
    waiting === 0
      ? words.delivery.nothingWaits
      : words.delivery.waiting(formatCount(waiting), formatSeconds(oldestSeconds)),
    setAside > 0 ? words.delivery.refused(formatCount(setAside)) : '',
  ].join(' ');
}
