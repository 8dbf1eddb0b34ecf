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
  const was = address.compare ? words.yesterday : '';
  return (
    <div className={styles['today']}>
      <Beside id="today" heading={words.today({ until })} was={was}>
        {data && <Figures figures={shown(data, today)} />}
      </Beside>
      <Beside id="hour" heading={words.hour} was={was}>
        {hour.report.data && <Figures figures={shown(hour.report.data, hour)} />}
      </Beside>
    </div>
  );
}

interface BesideProps {
  id: string;
  heading: string;
  /** What the figures are compared with. */
  was: string;
  children: ReactNode;
}

const Beside = ({ id, heading, was, children }: BesideProps) => (
  <section className={styles['beside']} aria-labelledby={id}>
    <div className={styles['title']}>
      <h2 id={id}>{heading}</h2>
      <small>{was}</small>
    </div>
    {children}
  </section>
);
