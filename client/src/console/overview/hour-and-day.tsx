import type { FiguresReport } from '#shared/growth';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { formatClock } from '../charts/format-axis.ts';
import { figuresOf } from '../ui/figures-of.ts';
import { Figures, Panel, waitingFor } from '../ui/panel.tsx';
import { commonWords, overviewWords as words } from '../words/console-messages.ts';
import styles from './overview.module.css';

interface HourAndDayProps {
  address: ViewAddress;
  hour: Compared<FiguresReport>;
  today: Compared<FiguresReport>;
}

/** Shows today and the last hour, each beside yesterday at the same time. */
export function HourAndDay({ address, hour, today }: HourAndDayProps) {
  const until = formatClock(today.period.to + 1, address.zone);
  return (
    <div className={styles['today']} {...waitingFor(today.report)}>
      <Beside id="today" heading={words.today({ until })} address={address} of={today} />
      <Beside id="hour" heading={words.hour} address={address} of={hour} />
    </div>
  );
}

interface BesideProps {
  id: string;
  heading: string;
  address: ViewAddress;
  /** Its figures, and those of yesterday if they are beside them. */
  of: Compared<FiguresReport>;
}

const Beside = ({ id, heading, address: { zone, filters }, of }: BesideProps) => (
  <section className={styles['beside']} aria-labelledby={id}>
    <div className={styles['title']}>
      <h2 id={id}>{heading}</h2>
      <small>
        {filters.length > 0 ? commonWords.filters.everybody : of.before && words.yesterday}
      </small>
    </div>
    <Panel report={of.report}>
      {(data) => <Figures figures={Object.values(figuresOf(data, of.before, zone))} />}
    </Panel>
  </section>
);
