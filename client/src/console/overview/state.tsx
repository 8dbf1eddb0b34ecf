import type { ReactNode } from 'react';
import { formatCount, formatSeconds } from '#shared/format-figures';
import type { DeliveryReport, ProblemsReport } from '#shared/growth';
import type { AlertsReport } from '#shared/notes';
import { usePolled } from '../api/use-polled.ts';
import type { Loaded } from '../api/use-report.ts';
import { Panel } from '../ui/panel.tsx';
import { overviewWords as words } from '../words/console-messages.ts';
import styles from './overview.module.css';

/** Returns how many alerts are raised. */
export const raisedIn = ({ data }: Loaded<AlertsReport>): number =>
  data?.alerts?.filter(({ clearedAt }) => clearedAt === null).length ?? 0;

interface AttentionProps {
  problems: Loaded<ProblemsReport>;
  alerts: Loaded<AlertsReport>;
}

/** Says in one line whether something needs attention, and links to it. */
export function Attention({ problems, alerts }: AttentionProps) {
  const failure = problems.failure ?? alerts.failure;
  const data = problems.data && alerts.data && problems.data;
  const count = (data?.problems.length ?? 0) + raisedIn(alerts);
  return (
    <p className={styles['attention']} data-calm={count === 0 && failure === null}>
      {failure !== null && words.attention.unknown}
      {failure === null && (data === null ? '\u00a0' : words.attention.count(count))}
      {count > 0 && (
        // The space comes with the link: alone at the end of the line, it would count as moved once the link follows.
        <>
          {' '}
          <a href="#attention">{words.attention.link}</a>
        </>
      )}
    </p>
  );
}

/** Shows what is wrong now. */
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

export function DeliveryLine() {
  const report = usePolled<DeliveryReport>('delivery', EVERY_MS);
  return (
    <section className={styles['section']} aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery.heading}</h2>
      <Panel report={report}>{(data) => <p>{inWords(data)}</p>}</Panel>
    </section>
  );
}

/** Says how others see the same: nobody would look for it in the settings. */
export const ShareLine = () => (
  <section className={styles['section']} aria-labelledby="share">
    <h2 id="share">{words.share.heading}</h2>
    <p>{words.share.text}</p>
  </section>
);

function inWords({ recipient, waiting, oldestSeconds, delivered, setAside }: DeliveryReport) {
  if (recipient === null) return words.delivery.off;
  return [
    words.delivery.delivered({ count: formatCount(delivered), recipient }),
    waiting === 0
      ? words.delivery.nothingWaits
      : words.delivery.waiting({ count: formatCount(waiting), age: formatSeconds(oldestSeconds) }),
    setAside > 0 ? words.delivery.refused({ count: formatCount(setAside) }) : '',
  ].join(' ');
}
