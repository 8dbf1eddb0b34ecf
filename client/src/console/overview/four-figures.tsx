import { comparePeople, compareRates } from '#shared/compare-figures';
import { formatCount, NONE } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FiguresReport, FunnelReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import { bucketsOf, formatIsoDay, periodBefore, type Span } from '#shared/time-buckets';
import { consentRateOf, totalsOf, wholeOf } from '#shared/totals';
import { cx } from '../../ui/cx.ts';
import { rangeOf, type TimeRange } from '../address/range-in-address.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Compared, useCompared } from '../api/use-compared.ts';
import { bucketRows } from '../charts/buckets.ts';
import { anyFigure, fileRow, toFile } from '../charts/file-row.ts';
import { formatClock } from '../charts/format-axis.ts';
import { useFile } from '../charts/view-files.ts';
import { Answer, dimmed, Figures, Panel } from '../ui/panel.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.figures;
const NOBODY = [{ label: commonWords.about.nobody, value: '' }];

interface FourFiguresProps extends Pick<ViewProps, 'change'> {
  figures: Compared<FiguresReport>;
  /** The funnel from the top of the page to the signup. */
  funnel: Compared<FunnelReport>;
  isFiltered: boolean;
}

/** Who came, who of them signed up, how many signed up at all, and who agreed to be measured. */
export function FourFigures({ figures, funnel, isFiltered, change }: FourFiguresProps) {
  useFile({
    name: words.heading,
    rows: () =>
      toFile(
        [
          ...(funnel.report.data ? ofVisitors(funnel.report.data, null) : []),
          ...(figures.report.data ? ofEverybody(figures.report.data, null, isFiltered) : []),
        ].map(({ label, value, note }) =>
          fileRow([words.figure, label], [anyFigure(words.value, value)], [note]),
        ),
      ),
  });
  const isNobody = funnel.report.data?.measured === 0 && !funnel.before?.measured && !isFiltered;
  return (
    <div className={styles['four']}>
      <div>
        <Panel report={funnel.report} onRestart={() => change({ filters: [] })}>
          {(data) => <Figures figures={isNobody ? NOBODY : ofVisitors(data, funnel.before)} />}
        </Panel>
      </div>
      {/* Without an answer, the chart below says so. */}
      <Answer report={figures.report} className={isFiltered ? dimmed : undefined}>
        {(data) => <Figures figures={ofEverybody(data, figures.before, isFiltered)} />}
      </Answer>
    </div>
  );
}

function ofVisitors({ measured, steps }: FunnelReport, before: Compared<FunnelReport>['before']) {
  const rate = conversionOf(steps);
  return [
    {
      label: commonWords.sources.people,
      value: measured,
      note: words.whoAgreed,
      change: before && comparePeople(measured, before.measured, before.share),
    },
    {
      label: words.fromTop,
      value: rate,
      note: rate.trials > 0 ? words.of(countsOf(rate)) : words.noTop,
      change: before && compareRates(rate, conversionOf(before.steps)),
    },
  ];
}

/** Returns how many signed up, and how that differs from the period before. */
function signupsIn(report: FiguresReport, before: Compared<FiguresReport>['before']) {
  const { signups } = wholeOf(report);
  const change = before && comparePeople(signups, wholeOf(before).signups, before.share);
  return { value: signups, change };
}

function ofEverybody(
  report: FiguresReport,
  before: Compared<FiguresReport>['before'],
  isFiltered: boolean,
) {
  const agreed = consentRateOf(wholeOf(report));
  const unfiltered = isFiltered ? words.unfiltered : null;
  return [
    {
      label: commonWords.views.signups,
      ...signupsIn(report, before),
      note: unfiltered ?? words.everybody,
    },
    {
      label: words.agreed,
      value: agreed,
      note: unfiltered ?? (agreed.trials > 0 ? words.ofAnswers(countsOf(agreed)) : words.noAnswers),
      change: before && compareRates(agreed, consentRateOf(wholeOf(before))),
    },
  ];
}

const countsOf = ({ successes, trials }: Rate) => ({
  part: formatCount(successes),
  whole: formatCount(trials),
});

const times = overviewWords.times;
const than = commonWords.range.before;

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
    <Answer
      report={figures.report}
      className={cx(styles['times'], address.filters.length > 0 && dimmed)}
    >
      {(data) => (
        <>
          <Figures
            isList
            figures={[
              { label: times.today({ until }), ...signupsOf(today), than: than.today },
              { label: times.week, ...signupsOf(inWeek), than: times.lastWeek },
              { label: commonWords.range.short.month, ...signupsOf(inMonth), than: than.month },
            ]}
          />
          <Figures isList figures={extremesOf(data, figures.period, zone)} />
        </>
      )}
    </Answer>
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
      days.length === 1 ? last.day : times.tied({ day: last.day, more: days.length - 1 });
    return { label, value: count, note };
  };
  const most = Math.max(...counts) || -1;
  return [
    figureOf(times.best({ unit: commonWords.range.units[unit] }), most),
    figureOf(times.fewest, most > 0 ? Math.min(...counts) : -1),
  ];
}
