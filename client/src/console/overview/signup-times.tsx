import type { Comparison } from '#shared/compare-figures';
import { formatCount, NONE } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { bucketsOf, formatIsoDay, periodBefore } from '#shared/time-buckets';
import { totalsOf } from '#shared/totals';
import { rangeOf, type TimeRange } from '../address/range-in-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Compared, useCompared } from '../api/use-compared.ts';
import { bucketRows } from '../charts/buckets.ts';
import { formatClock } from '../charts/format-axis.ts';
import { Change } from '../ui/change.tsx';
import { figuresOf } from '../ui/figures-of.ts';
import { Answer } from '../ui/panel.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.times;

interface SignupTimesProps {
  address: ViewAddress;
  /** Those of the chart. */
  figures: Compared<FiguresReport>;
}

/** Says how many signed up today, this week and this month, whichever period is shown, and when most and fewest of it did. */
export function SignupTimes({ address, figures }: SignupTimesProps) {
  const { zone } = address;
  const now = Date.now();
  const [monday = now] = bucketsOf({ from: now, to: now }, 'week', zone);
  const week = { from: formatIsoDay(monday, zone), to: formatIsoDay(now, zone) };
  const at = (range: TimeRange) => ({ ...address, range, unit: '' });
  const today = useCompared('figures', at('today'));
  const inWeek = useCompared('figures', at(week), [], weekBefore);
  const inMonth = useCompared('figures', at('month'));
  const until = formatClock(today.period.to + 1, zone);
  return (
    <div className={styles['times']}>
      <dl>
        <Until label={words.today({ until })} of={today} zone={zone} />
        <Until label={words.week} of={inWeek} zone={zone} />
        <Until label={commonWords.range.short.month} of={inMonth} zone={zone} />
      </dl>
      <Answer report={figures.report}>
        {(data) => <Extremes data={data} period={figures.period} zone={zone} />}
      </Answer>
    </div>
  );
}

/** A week that has just begun is compared with the last one, not with the days before. */
const weekBefore = (address: ViewAddress, now: number) =>
  periodBefore(rangeOf(address, now), address.zone, 7);

interface UntilProps {
  label: string;
  of: Compared<FiguresReport>;
  zone: string;
}

function Until({ label, of: { report, before }, zone }: UntilProps) {
  const signups = report.data && figuresOf(report.data, before, zone).signups;
  return <Line label={label} value={signups?.value} change={signups?.change} />;
}

interface LineProps {
  label: string;
  value: string | undefined;
  change?: Comparison | null | undefined;
  note?: string | undefined;
}

const Line = ({ label, value, change, note }: LineProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {/* Keyed, because a right-aligned number would move when it has other digits. */}
      <b key={value}>{value}</b>
      {note ?? <Change of={change} />}
    </dd>
  </div>
);

interface ExtremesProps extends Pick<Compared<FiguresReport>, 'period'> {
  data: FiguresReport;
  zone: string;
}

/** The latest of the best, and of those with the fewest. One that is not complete is neither. */
function Extremes({ data: { buckets, unit }, period, zone }: ExtremesProps) {
  const whole = bucketRows({ buckets, unit, zone, period }).flatMap((row, index) =>
    row.partial
      ? []
      : [{ day: row.shortLabel, signups: totalsOf(buckets.slice(index, index + 1)).signups }],
  );
  const counts = whole.map(({ signups }) => signups);
  const lineOf = (label: string, count: number) => {
    const one = count < 0 ? undefined : whole.findLast(({ signups }) => signups === count);
    return <Line label={label} value={one ? formatCount(count) : NONE} note={one?.day} />;
  };
  const most = Math.max(...counts) || -1;
  return (
    <dl>
      {lineOf(words.best[unit], most)}
      {lineOf(words.fewest, most > 0 ? Math.min(...counts) : -1)}
    </dl>
  );
}
