import { useState } from 'react';
import type { ProblemsReport } from '#shared/growth';
import type { AlertsReport } from '#shared/notes';
import { cx } from '../../ui/cx.ts';
import { askApi } from '../api/growth-api.ts';
import { useReport } from '../api/use-report.ts';
import { formatMinute } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { Menu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { overviewWords } from '../words/console-messages.ts';
import styles from './attention.module.css';

const words = overviewWords.attention;
const EVERY_MS = 30_000;
const SILENCE_HOURS = 48;
/** What is left to do before a launch. Nothing has failed. */
const TO_DO: readonly string[] = ['example_site', 'unnamed_recipient', 'no_https'];

type Alert = AlertsReport['alerts'][number];

/** How many things need attention, and behind a press which. Nothing is shown while nothing does. */
export function Attention({ zone }: { zone: string }) {
  const problems = useReport<ProblemsReport>('problems', EVERY_MS);
  const alerts = useReport<AlertsReport>('alerts', EVERY_MS);
  const { data, failure } = problems;
  // Both at once: a badge that counts further would move.
  if (problems.loading || alerts.loading) return null;
  const raised = alerts.data?.alerts?.filter(({ clearedAt }) => clearedAt === null) ?? [];
  // What an alert says, too, is said once.
  const others = (data?.problems ?? []).filter(
    ({ code }) => !raised.some(({ name }) => name === code),
  );
  const count = raised.length + others.length;
  if (failure === null && count === 0) return null;
  const isUrgent = raised.length > 0 || others.some(({ code }) => !TO_DO.includes(code));
  const label = failure ? words.unsure : (isUrgent ? words.count : words.toDo)(count);
  return (
    <Menu
      className={cx(isUrgent && styles['badge'])}
      label={label}
      title={isUrgent ? label : words.title}
      isPlain={!isUrgent}
      isAtEnd
    >
      <ul className={styles['list']}>
        {failure && <li>{words.unknown}</li>}
        {raised.map((alert) => (
          <li key={alert.id}>
            <p>
              <b>{words.since({ time: formatMinute(Date.parse(alert.since), zone) })}</b>{' '}
              {alert.text} {alert.advice}
            </p>
            <Silence alert={alert} zone={zone} onDone={alerts.retry} />
          </li>
        ))}
        {others.map(({ code, text }) => (
          <li key={code + text}>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Menu>
  );
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
    <>
      {silentUntil && (
        <p>{words.silentUntil({ time: formatMinute(Date.parse(silentUntil), zone) })}</p>
      )}
      {seesPeople && (
        <SmallButton
          label={silentUntil ? words.speak : words.silence}
          onClick={() => silence(silentUntil ? 0 : SILENCE_HOURS)}
        />
      )}
      {failed && <p role="alert">{words.failed}</p>}
    </>
  );
}
