import type { ReactNode } from 'react';
import type { FiguresReport } from '#shared/growth';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { formatClock } from '../charts/format-axis.ts';
import { changesOf } from '../charts/total-changes.ts';
import { figuresOf } from '../ui/figures-of.ts';
import { Figures } from '../ui/panel.tsx';
import { overviewWords as words } from '../words/console-messages.ts';
import styles from './overview.module.css';

interface HourAndDayProps {
  address: ViewAddress;
  hour: Compared<FiguresReport>;
  today: Compared<FiguresReport>;
}

/** Shows today and the last hour, each beside yesterday at the same time. */
export function HourAndDay({ address, hour, today }: HourAndDayProps) {
  const { data } = today.report;
  const until = formatClock(today.period.to + 1, address.zone);
  const shown = (report: FiguresReport, { before }: Compared<FiguresReport>) =>
    Object.values(figuresOf(report, changesOf(report, before, address.zone)));
  return (
    <div className={styles['today']}>
      <Beside id="today" heading={words.today({ until })} of={today}>
        {data && <Figures figures={shown(data, today)} />}
      </Beside>
      <Beside id="hour" heading={words.hour} of={hour}>
        {hour.report.data && <Figures figures={shown(hour.report.data, hour)} />}
      </Beside>
    </div>
  );
}

interface BesideProps {
  id: string;
  heading: string;
  /** Its figures, and those of yesterday if they are beside them. */
  of: Compared<unknown>;
  children: ReactNode;
}

const Beside = ({ id, heading, of, children }: BesideProps) => (
  <section className={styles['beside']} aria-labelledby={id}>
    <div className={styles['title']}>
      <h2 id={id}>{heading}</h2>
      <small>{of.before && words.yesterday}</small>
    </div>
    {children}
  </section>
);
