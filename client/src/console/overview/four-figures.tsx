import { comparePeople, compareRates } from '#shared/compare-figures';
import { formatCount } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FiguresReport, FunnelReport } from '#shared/growth';
import type { Rate } from '#shared/statistics';
import { consentRateOf, wholeOf } from '#shared/totals';
import type { ViewProps } from '../address/use-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { Answer, Figures, Panel } from '../ui/panel.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.figures;

interface FourFiguresProps extends Pick<ViewProps, 'change'> {
  figures: Compared<FiguresReport>;
  /** The funnel from the top of the page to the signup. */
  funnel: Compared<FunnelReport>;
  isFiltered: boolean;
}

/** Who came, who of them signed up, how many signed up at all, and who agreed to be measured. */
export const FourFigures = ({ figures, funnel, isFiltered, change }: FourFiguresProps) => (
  <div className={styles['four']}>
    <div>
      <Panel report={funnel.report} onRestart={() => change({ filters: [] })}>
        {(data) =>
          data.measured + (funnel.before?.measured ?? 0) === 0 && !isFiltered ? (
            <p className={styles['nobody']}>{commonWords.about.nobody}</p>
          ) : (
            <Figures figures={ofVisitors(data, funnel.before)} />
          )
        }
      </Panel>
    </div>
    {/* Without an answer, the chart below says so. */}
    <Answer report={figures.report}>
      {(data) => <Figures figures={ofEverybody(data, figures.before, isFiltered)} />}
    </Answer>
  </div>
);

function ofVisitors({ measured, steps }: FunnelReport, before: Compared<FunnelReport>['before']) {
  const rate = conversionOf(steps);
  return [
    {
      label: words.visitors,
      value: formatCount(measured),
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
export function signupsIn(report: FiguresReport, before: Compared<FiguresReport>['before']) {
  const { signups } = wholeOf(report);
  const change = before && comparePeople(signups, wholeOf(before).signups, before.share);
  return { value: formatCount(signups), change };
}

function ofEverybody(
  report: FiguresReport,
  before: Compared<FiguresReport>['before'],
  isFiltered: boolean,
) {
  const agreed = consentRateOf(wholeOf(report));
  const unfiltered = isFiltered ? commonWords.filters.everybody : null;
  return [
    { label: words.signups, ...signupsIn(report, before), note: unfiltered ?? words.everybody },
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
