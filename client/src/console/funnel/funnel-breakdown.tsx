import { comparePeople, compareRates, rateDifference } from '#shared/compare-figures';
import { formatCount, formatInterval, formatRate, isKnownRate, NONE } from '#shared/format-figures';
import type { ComparedStep } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import { wilson } from '#shared/statistics';
import { isSpelled } from '#shared/traffic-fields';
import { type ChangeAddress, filterBy } from '../address/use-address.ts';
import type { Earlier } from '../api/use-compared.ts';
import { DownloadCsv } from '../charts/chart-table.tsx';
import { Change } from '../ui/change.tsx';
import { FilterButton } from '../ui/filter-button.tsx';
import { RateNote } from '../ui/rate.tsx';
import { CountBar, RateBar } from '../ui/share.tsx';
import { commonWords, funnelWords } from '../words/console-messages.ts';
import { breakdownFile, breakdownRowsOf } from './breakdown-rows.ts';
import { breakdownName } from './chosen-funnel.ts';
import styles from './funnel-breakdown.module.css';

const words = funnelWords.breakdown;

interface FunnelBreakdownProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: Earlier<FunnelReport> | null;
  /** The property, as the address has it. */
  by: string;
  change: ChangeAddress;
}

/** The funnel for each value of the breakdown: one row per value, one bar per cell. */
export function BreakdownTable({ report, before, by, change }: FunnelBreakdownProps) {
  const heading = words.heading({ by: (breakdownName(by) ?? '').toLowerCase() });
  const rows = breakdownRowsOf(report, before, by);
  const largest = Math.max(...rows.map(({ steps }) => steps[0]?.count ?? 0));
  return (
    <div className={styles['by']}>
      <h2>{heading}</h2>
      <p>
        {words.note} {isSpelled(by) && commonWords.sources.spellings}
      </p>
      <div className={styles['rows']}>
        <table className={styles['breakdown']}>
          <caption className="visually-hidden">{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{words.value}</th>
              {[...report.labels.entries()].map(([position, label]) => (
                <th key={position} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{words.rest}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ filter, ...row }) => (
              <tr key={row.key}>
                <th scope="row">
                  <FilterButton
                    name={row.label}
                    onChoose={filter ? () => change(filterBy(filter)) : undefined}
                  />
                </th>
                {row.steps.map((step) => (
                  <td key={step.position} data-label={report.labels[step.position]}>
                    <Step step={step} largest={largest} share={before?.share} />
                  </td>
                ))}
                <td data-label={words.rest}>{rateDifference(row.conversion, row.rest) ?? NONE}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DownloadCsv name={heading} rows={breakdownFile(rows, report.labels, before !== null)} />
    </div>
  );
}

interface StepProps {
  step: ComparedStep;
  /** The largest number of people in the first step of any row. */
  largest: number;
  /** The later period's share of the time of both. */
  share: number | undefined;
}

/** The people of a step, and after the first step their rate of it. */
function Step({ step: { count, ofFirst, before }, largest, share }: StepProps) {
  const change = <Change of={before && share ? comparePeople(count, before.count, share) : null} />;
  if (ofFirst === null) {
    return (
      <>
        {formatCount(count)}
        <CountBar count={count} largest={largest} />
        {change}
      </>
    );
  }
  const { successes, trials } = ofFirst;
  return (
    <>
      {formatCount(count)} <small>{formatRate(ofFirst)}</small>
      {isKnownRate(ofFirst) && (
        <RateBar share={successes / trials} interval={wilson(successes, trials)} />
      )}
      <RateNote>{formatInterval(ofFirst)}</RateNote>
      {change}
      <Change of={before?.ofFirst && compareRates(ofFirst, before.ofFirst)} />
    </>
  );
}
