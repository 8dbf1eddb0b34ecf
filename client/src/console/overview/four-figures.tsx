import { useContext } from 'react';
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
import { ChartActions } from '../charts/chart-notes.ts';
import { anyFigure, fileRow, toFile } from '../charts/file-row.ts';
import { formatClock, nameTied } from '../charts/format-axis.ts';
import { useFile } from '../charts/view-files.ts';
import { UNCHANGED } from '../funnel/chosen-funnel.ts';
import { Answer, dimmed, Figures, Panel } from '../ui/panel.tsx';
import { AddressLink } from '../ui/tabs.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.figures;
const NO_RATE: Rate = { successes: 0, trials: 0 };
const NOBODY = [{ label: commonWords.about.nobody, value: '' }];

interface FourFiguresProps extends Pick<ViewProps, 'change'> {
  figures: Compared<FiguresReport>;
  /** The funnel from the top of the page to the signup. */
  funnel: Compared<FunnelReport>;
  isFiltered: boolean;
}

/** Who came, who of them signed up, how many signed up at all, and who agreed to be measured. */
export function FourFigures({ figures, funnel, isFiltered, change }: FourFiguresProps) {
  const all = (ofFunnel: FunnelReport | null, ofFigures: FiguresReport | null) => [
    ...(ofFunnel ? ofVisitors(ofFunnel, null) : []),
    ...(ofFigures ? ofEverybody(ofFigures, null, isFiltered) : []),
  ];
  useFile({
    name: words.heading,
    rows() {
      const before = all(funnel.before, figures.before);
      return toFile(
        all(funnel.report.data, figures.report.data).map(({ label, value, note }) => {
          const then = before.find((one) => one.label === label)?.value ?? NO_RATE;
          const columns = anyFigure(words.before, then).columns.slice(0, 1);
          return fileRow(
            [words.figure, label],
            [anyFigure(words.value, value), { columns }],
            [note],
          );
        }),
      );
    },
  });
  const isNobody = funnel.report.data?.measured === 0 && !funnel.before?.measured && !isFiltered;
  return (
    <div className={styles['four']}>
      <div>
        <h2 className="visually-hidden">{words.heading}</h2>
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
      heading: <ToFunnel />,
      value: rate,
      note: rate.trials > 0 ? words.of(countsOf(rate)) : words.noTop,
      change: before && compareRates(rate, conversionOf(before.steps)),
    },
  ];
}

function ToFunnel() {
  const { open } = useContext(ChartActions);
  return (
    <AddressLink shows={{ ...UNCHANGED, view: 'funnel', preset: '' }} onChoose={open}>
      {words.fromTop}
    </AddressLink>
  );
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
  return [
    {
      label: commonWords.views.signups,
      ...signupsIn(report, before),
      note: isFiltered ? words.unfiltered : words.everybody,
    },
    {
      label: words.agreed,
      value: agreed,
      note: isFiltered
        ? words.agreedUnfiltered
        : agreed.trials > 0
          ? words.ofAnswers(countsOf(agreed))
          : words.noAnswers,
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

/** The best, and those with the fewest. One that is not complete is neither. */
function extremesOf({ buckets, unit }: FiguresReport, period: Span, zone: string) {
  const whole = bucketRows({ buckets, unit, zone, period })
    .filter(({ partial }) => !partial)
    .map(({ bucket, shortLabel }) => ({ day: shortLabel, ...totalsOf([bucket]) }));
  const counts = whole.map(({ signups }) => signups);
  const figureOf = (label: string, count: number) => {
    const days = whole.filter(({ signups }) => signups === count).map(({ day }) => day);
    if (days.length === 0) return { label, value: NONE };
    return { label, value: count, note: times.on(count, { days: nameTied(days) }) };
  };
  const most = Math.max(...counts) || -1;
  return [
    figureOf(times.best({ unit: commonWords.range.units[unit] }), most),
    figureOf(times.fewest, most > 0 ? Math.min(...counts) : -1),
  ];
}
