import { useState } from 'react';
import type { AlertsReport } from '#shared/notes';
import { askApi } from '../api/growth-api.ts';
import type { Loaded } from '../api/use-report.ts';
import { formatMinute } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';
import { Folded, raisedIn } from './state.tsx';

const words = overviewWords.alerts;
const SILENCE_HOURS = 48;

type Alert = AlertsReport['alerts'][number];

/** The alerts that are raised, and those of the last seven days. Nothing is shown without one. */
export function Alerts({ report, zone }: { report: Loaded<AlertsReport>; zone: string }) {
  if (report.failure === null && !report.data?.alerts?.length) return null;
  const raised = raisedIn(report);
  return (
    <section aria-labelledby="alerts">
      <Folded
        isNow={raised > 0}
        summary={
          <>
            <h2 id="alerts">{words.heading}</h2>
            {raised > 0 && <b>{words.raised({ count: raised })}</b>}
          </>
        }
      >
        <Panel report={report}>
          {({ alerts }) => (
            <ul className={styles['events']}>
              {alerts.map((alert) => (
                <li key={alert.id}>
                  <p>
                    <b>{stateOf(alert, zone)}</b> {alert.text}{' '}
                    {alert.clearedAt === null && alert.advice}
                  </p>
                  {alert.clearedAt === null && (
                    <Silence alert={alert} zone={zone} onDone={report.retry} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </Folded>
    </section>
  );
}

function stateOf({ since, raisedAt, clearedAt }: Alert, zone: string): string {
  const time = (iso: string) => formatMinute(Date.parse(iso), zone);
  return clearedAt === null
    ? words.since({ time: time(since) })
    : words.over({ from: time(raisedAt), to: time(clearedAt) });
}

interface SilenceProps {
  alert: Alert;
  zone: string;
  onDone(): void;
}

function Silence({ alert: { name, silentUntil }, zone, onDone }: SilenceProps) {
  const { seesPeople } = useConsole();
  const [failed, setFailed] = useState(false);
  async function silence(hours: number) {
    const answer = await askApi(`alerts/${name}/silence`, { method: 'POST', body: { hours } });
    setFailed(!answer.ok);
    onDone();
  }
  return (
    <p className={styles['actions']}>
      {silentUntil && (
        <span>{words.silentUntil({ time: formatMinute(Date.parse(silentUntil), zone) })}</span>
      )}
      {seesPeople && (
        <SmallButton
          label={silentUntil ? words.speak : words.silence}
          onClick={() => silence(silentUntil ? 0 : SILENCE_HOURS)}
        />
      )}
      {failed && <span role="alert">{words.failed}</span>}
    </p>
  );
}
