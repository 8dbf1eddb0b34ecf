import type { ComponentProps } from 'react';
import { comparePeople, compareRates } from '#shared/compare-figures';
import { formatCount } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FiguresReport, FunnelReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import { consentRateOf, wholeOf } from '#shared/totals';
import { cx } from '../../ui/cx.ts';
import type { TimeRange } from '../address/range-in-address.ts';
import { change, openAddress } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Compared, useCompared } from '../api/use-compared.ts';
import { formatClock } from '../charts/format-axis.ts';
import { useFile } from '../charts/view-files.ts';
import { UNCHANGED } from '../funnel/chosen-funnel.ts';
import blocks from '../ui/block.module.css';
import { Answer, dimmed, Figures, Panel } from '../ui/panel.tsx';
import { ToMonth } from '../ui/range-picker.tsx';
import { AddressLink } from '../ui/tabs.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.figures;

type Figure = ComponentProps<typeof Figures>['figures'][number] & {
  before?: number | Rate | undefined;
};

/** A rate is a fraction from 0 to 1. That of nobody is empty. */
const inFile = (value: Figure['value'] | undefined) =>
  typeof value !== 'object' ? (value ?? null) : value.trials && value.successes / value.trials;

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
    rows: () => [
      [words.figure, words.value, words.before, commonWords.file.remarks],
      ...all.map(({ label, value, note = '', before }) => [
        label,
        inFile(value),
        inFile(before),
        note,
      ]),
    ],
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
  if (!before) return { value: signups };
  const then = wholeOf(before).signups;
  return { value: signups, before: then, change: comparePeople(signups, then, before.share) };
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

/** Says how many signed up today, in 7 days and this month, whichever period is shown. */
export function SignupTimes({ address, figures }: SignupTimesProps) {
  const { zone } = address;
  const at = (range: TimeRange) => ({ ...address, range, unit: '' });
  const today = useCompared('figures', at('today'));
  const inWeek = useCompared('figures', at('7'));
  const inMonth = useCompared('figures', at('month'));
  // What it was before is until then, too.
  const heading = times.heading({ until: formatClock(today.period.to + 1, zone) });
  const isFiltered = address.filters.length > 0;
  const lately = [
    { label: short.today, ...signupsOf(today, times.yesterday), than: than.today },
    { label: short[7], ...signupsOf(inWeek, times.weekBefore), than: than[7] },
    { label: short.month, ...signupsOf(inMonth, times.monthBefore), than: than.month },
  ];
  return (
    <Answer
      report={figures.report}
      className={cx(blocks['block'], styles['times'], isFiltered && dimmed)}
    >
      {() => (
        <>
          <h2>{isFiltered ? times.unfiltered : heading}</h2>
          <Figures isList figures={lately} />
        </>
      )}
    </Answer>
  );
}

/** @param then names what it was, because the chip says neither that nor when */
function signupsOf({ report, before }: Compared<FiguresReport>, then: typeof times.yesterday) {
  if (!report.data) return { value: '' };
  const signups = signupsIn(report.data, before);
  const count = formatCount(signups.before ?? 0);
  return { ...signups, note: before ? then({ count }) : '' };
}
