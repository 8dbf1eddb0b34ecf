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

/** Shows the last hour and today, each beside yesterday at the same time. */
export function HourAndDay({ address, hour, today, data }: HourAndDayProps) {
  const until = formatClock(today.period.to, address.zone);
  return (
    <div className={styles['now']}>
      <div className={styles['beside']}>
        <section className={styles['section']} aria-labelledby="hour">
          <h2 id="hour">{words.hour}</h2>
          {hour.report.data && <Figures figures={figuresOf(hour.report.data, hour.before)} />}
        </section>
        <section className={styles['section']} aria-labelledby="today">
          <h2 id="today">{words.today(until)}</h2>
          <Figures figures={figuresOf(data, today.before)} />
        </section>
        {address.compare && <p className={styles['note']}>{words.compared}</p>}
      </div>
      <FigureChart name="signups" address={address} figures={today} data={data} />
    </div>
  );
}

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
