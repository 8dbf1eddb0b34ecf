import type { ReactNode } from 'react';
import type { FiguresReport } from '#shared/growth';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { countChange, formatRate, rateChange } from '../charts/compare.ts';
import { formatClock, formatCount } from '../charts/format-figures.ts';
import { type Totals, totalsOf } from '../charts/totals.ts';
import { FigureChart } from '../traffic/figure-chart.tsx';
import { Figures } from '../ui/panel.tsx';
import styles from './overview.module.css';
import { growthOverview as words } from './words.ts';

interface HourAndDayProps {
  address: ViewAddress;
  hour: Compared<FiguresReport>;
  today: Compared<FiguresReport>;
  data: FiguresReport;
}

/** Shows today and the last hour, each beside yesterday at the same time. */
export function HourAndDay({ address, hour, today, data }: HourAndDayProps) {
  const until = formatClock(today.period.to, address.zone);
  const was = address.compare ? words.was : '';
  return (
    <div className={styles['today']}>
      <Beside id="today" heading={words.today(until)} was={was}>
        <Figures figures={figuresOf(data, today.before)} />
      </Beside>
      <FigureChart name="signups" address={address} figures={today} data={data} />
      <Beside id="hour" heading={words.hour} was={was}>
        {hour.report.data && <Figures figures={figuresOf(hour.report.data, hour.before)} />}
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

function figuresOf({ buckets }: FiguresReport, earlier: FiguresReport | null) {
  const now = totalsOf(buckets);
  const before = earlier && totalsOf(earlier.buckets);
  const rate = ({ grants, answers }: Totals) => ({ successes: grants, trials: answers });
  return [
    {
      label: words.pages,
      value: formatCount(now.pages),
      change: before ? countChange(now.pages, before.pages) : undefined,
    },
    {
      label: words.signups,
      value: formatCount(now.signups),
      change: before ? countChange(now.signups, before.signups) : undefined,
    },
    {
      label: words.consent,
      value: formatRate(rate(now)),
      change: before ? rateChange(rate(now), rate(before)) : undefined,
    },
  ];
}
