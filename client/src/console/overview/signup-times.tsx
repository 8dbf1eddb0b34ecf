import { formatCount, NONE } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { bucketsOf, formatIsoDay, periodBefore, type Span } from '#shared/time-buckets';
import { totalsOf } from '#shared/totals';
import { rangeOf, type TimeRange } from '../address/range-in-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Compared, useCompared } from '../api/use-compared.ts';
import { bucketRows } from '../charts/buckets.ts';
import { formatClock } from '../charts/format-axis.ts';
import { Answer, Figures } from '../ui/panel.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import { signupsIn } from './four-figures.tsx';
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
      <Figures
        isList
        figures={[
          { label: words.today({ until }), ...signupsOf(today) },
          { label: words.week, ...signupsOf(inWeek) },
          { label: commonWords.range.short.month, ...signupsOf(inMonth) },
        ]}
      />
      <Answer report={figures.report}>
        {(data) => <Figures isList figures={extremesOf(data, figures.period, zone)} />}
      </Answer>
    </div>
  );
}

/** A week that has just begun is compared with the last one, not with the days before. */
const weekBefore = (address: ViewAddress, now: number) =>
  periodBefore(rangeOf(address, now), address.zone, 7);

const signupsOf = ({ report, before }: Compared<FiguresReport>) =>
  report.data ? signupsIn(report.data, before) : { value: '' };

/** The latest of the best, and of those with the fewest, and how many more. One that is not complete is neither. */
function extremesOf({ buckets, unit }: FiguresReport, period: Span, zone: string) {
  const whole = bucketRows({ buckets, unit, zone, period })
    .filter(({ partial }) => !partial)
    .map(({ bucket, shortLabel }) => ({ day: shortLabel, ...totalsOf([bucket]) }));
  const counts = whole.map(({ signups }) => signups);
  const figureOf = (label: string, count: number) => {
    const days = count < 0 ? [] : whole.filter(({ signups }) => signups === count);
    const [last] = days.slice(-1);
    if (!last) return { label, value: NONE };
    const note =
      days.length === 1 ? last.day : words.tied({ day: last.day, more: days.length - 1 });
    return { label, value: formatCount(count), note };
  };
  const most = Math.max(...counts) || -1;
  return [
    figureOf(words.best({ unit: commonWords.range.units[unit] }), most),
    figureOf(words.fewest, most > 0 ? Math.min(...counts) : -1),
  ];
}
