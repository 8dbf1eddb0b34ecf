import { type ComponentProps, useContext } from 'react';
import { comparePeople, compareRates } from '#shared/compare-figures';
import { formatCount, NONE } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FiguresReport, FunnelReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import type { Span } from '#shared/time-buckets';
import { consentRateOf, totalsOf, wholeOf } from '#shared/totals';
import { cx } from '../../ui/cx.ts';
import type { TimeRange } from '../address/range-in-address.ts';
import { change, openAddress } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Compared, useCompared } from '../api/use-compared.ts';
import { bucketRows } from '../charts/buckets.ts';
import { type ChartNote, NotesContext, notesOfRows } from '../charts/chart-notes.ts';
import { anyFigure, fileRow, toFile } from '../charts/file-row.ts';
import { formatClock, nameTied } from '../charts/format-axis.ts';
import { useFile } from '../charts/view-files.ts';
import { UNCHANGED } from '../funnel/chosen-funnel.ts';
import blocks from '../ui/block.module.css';
import { Answer, dimmed, Figures, Panel } from '../ui/panel.tsx';
import { ToMonth } from '../ui/range-picker.tsx';
import { AddressLink } from '../ui/tabs.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.figures;
const NO_RATE: Rate = { successes: 0, trials: 0 };

type Figure = ComponentProps<typeof Figures>['figures'][number] & {
  before?: number | Rate | undefined;
};

interface FourFiguresProps {
  figures: Compared<FiguresReport>;
  /** The funnel from the top of the page to the signup. */
  funnel: Compared<FunnelReport>;
  isFiltered: boolean;
  range: ViewAddress['range'];
}

/** Who came, who of them signed up, how many signed up at all, and who agreed to be measured. */
export function FourFigures({ figures, funnel, isFiltered, range }: FourFiguresProps) {
  const [ofFunnel, ofFigures] = [funnel.report.data, figures.report.data];
  const all = [
    ...(ofFunnel ? ofVisitors(ofFunnel, funnel.before) : []),
    ...(ofFigures ? ofEverybody(ofFigures, figures.before, isFiltered) : []),
  ];
  useFile({
    name: words.heading,
    rows: () =>
      toFile(
        all.map(({ label, value, note = '', before = NO_RATE }) =>
          fileRow(
            [words.figure, label],
            [
              anyFigure(words.value, typeof value === 'string' ? NO_RATE : value),
              { columns: anyFigure(words.before, before).columns.slice(0, 1) },
            ],
            [note],
          ),
        ),
      ),
  });
  const isNobody = funnel.report.data?.measured === 0 && !funnel.before?.measured && !isFiltered;
  return (
    <div className={styles['four']}>
      <div>
        <h2 className="visually-hidden">{words.heading}</h2>
        <Panel report={funnel.report} onRestart={() => change({ filters: [] })}>
          {(data) =>
            isNobody ? (
              <div className={styles['nobody']}>
                <p className={blocks['quiet']}>{commonWords.about.nobody}</p>
                <ToMonth range={range} />
              </div>
            ) : (
              <Figures figures={ofVisitors(data, funnel.before)} />
            )
          }
        </Panel>
      </div>
      {/* Without an answer, the chart below says so. */}
      <Answer report={figures.report} className={isFiltered ? dimmed : undefined}>
        {(data) => <Figures figures={ofEverybody(data, figures.before, isFiltered)} />}
      </Answer>
    </div>
  );
}

function ofVisitors(
  { measured, steps }: FunnelReport,
  before: Compared<FunnelReport>['before'],
): Figure[] {
  const rate = conversionOf(steps);
  const then = before ? conversionOf(before.steps) : undefined;
  return [
    {
      label: commonWords.sources.people,
      value: measured,
      note: words.whoAgreed,
      before: before?.measured,
      change: before && comparePeople(measured, before.measured, before.share),
    },
    {
      label: words.fromTop,
      heading: (
        <AddressLink shows={{ ...UNCHANGED, view: 'funnel', preset: '' }} onChoose={openAddress}>
          {words.fromTop}
        </AddressLink>
      ),
      value: rate,
      note: rate.trials > 0 ? words.of(countsOf(rate)) : words.noTop,
      before: then,
      change: then && compareRates(rate, then),
    },
  ];
}

/** Returns how many signed up, and how that differs from the period before. */
function signupsIn(report: FiguresReport, before: Compared<FiguresReport>['before']) {
  const { signups } = wholeOf(report);
  const then = before ? wholeOf(before).signups : undefined;
  const change = before && comparePeople(signups, wholeOf(before).signups, before.share);
  return { value: signups, before: then, change };
}

function ofEverybody(
  report: FiguresReport,
  before: Compared<FiguresReport>['before'],
  isFiltered: boolean,
): Figure[] {
  const agreed = consentRateOf(wholeOf(report));
  const then = before ? consentRateOf(wholeOf(before)) : undefined;
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
        ? words.unfiltered
        : agreed.trials > 0
          ? words.ofAnswers(countsOf(agreed))
          : words.noAnswers,
      before: then,
      change: then && compareRates(agreed, then),
    },
  ];
}

const countsOf = ({ successes, trials }: Rate) => ({
  part: formatCount(successes),
  whole: formatCount(trials),
});

const times = overviewWords.times;
const { short, before: than } = commonWords.range;

interface SignupTimesProps {
  address: ViewAddress;
  /** Those of the chart. */
  figures: Compared<FiguresReport>;
}

/** Says how many signed up today, in 7 days and this month, whichever period is shown; below that, when in it most and fewest did. */
export function SignupTimes({ address, figures }: SignupTimesProps) {
  const { zone } = address;
  const at = (range: TimeRange) => ({ ...address, range, unit: '' });
  const today = useCompared('figures', at('today'));
  const inWeek = useCompared('figures', at('7'));
  const inMonth = useCompared('figures', at('month'));
  // What it was before is until then, too.
  const heading = times.heading({ until: formatClock(today.period.to + 1, zone) });
  const notes = useContext(NotesContext).data?.notes ?? [];
  const { data } = figures.report;
  const isFiltered = address.filters.length > 0;
  const lately = [
    { label: short.today, ...signupsOf(today, times.yesterday), than: than.today },
    { label: short[7], ...signupsOf(inWeek, times.weekBefore), than: than[7] },
    { label: short.month, ...signupsOf(inMonth, times.monthBefore), than: than.month },
  ];
  const extremes = data ? extremesOf(data, figures.period, zone, notes) : [];
  return (
    <Answer
      report={figures.report}
      className={cx(blocks['block'], styles['times'], isFiltered && dimmed)}
    >
      {() => (
        <>
          <h2>{heading}</h2>
          {isFiltered && <p>{commonWords.filters.everybody}</p>}
          <Figures isList figures={lately} />
          <p>{times.inPeriod}</p>
          <Figures isList figures={extremes} />
        </>
      )}
    </Answer>
  );
}

/** @param then names what it was, because the chip says neither that nor when */
function signupsOf({ report, before }: Compared<FiguresReport>, then: typeof times.yesterday) {
  if (!report.data) return { value: '' };
  const signups = signupsIn(report.data, before);
  return { ...signups, note: before ? then({ count: formatCount(signups.before ?? 0) }) : '' };
}

/** The best hours, days or weeks, those with the fewest signups, and what happened then or just before. Incomplete ones are neither. */
function extremesOf(
  { buckets, unit }: FiguresReport,
  period: Span,
  zone: string,
  notes: readonly ChartNote[],
): Figure[] {
  const rows = bucketRows({ buckets, unit, zone, period });
  const notesNear = notesOfRows(rows, notes, period);
  const whole = rows
    .map(({ bucket, ...row }, index) => ({ ...row, index, ...totalsOf([bucket]) }))
    .filter(({ partial }) => !partial);
  const counts = whole.map(({ signups }) => signups);
  const most = Math.max(...counts);
  const figureOf = (label: string, count: number): Figure => {
    const days = whole.filter(({ signups }) => signups === count);
    const last = days.at(-1);
    if (!(most > 0) || !last) return { label, value: NONE };
    const near = notesNear.slice(Math.max(0, last.index - 1), last.index + 1).flat();
    const note = near.findLast(({ kind }) => kind === 'note');
    const named = nameTied(days.map(({ shortLabel }) => shortLabel));
    return {
      label,
      value: count,
      note: note ? times.with({ days: named, note: note.text }) : named,
    };
  };
  return [
    figureOf(times.most({ unit: commonWords.range.units[unit] }), most),
    figureOf(times.fewest, Math.min(...counts)),
  ];
}
