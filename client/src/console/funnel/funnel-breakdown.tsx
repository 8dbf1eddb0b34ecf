import type { ReactNode } from 'react';
import { formatCount, formatInterval, formatRate } from '#shared/format-figures';
import type { FunnelReport } from '#shared/growth';
import { wilson } from '#shared/statistics';
import { DownloadCsv } from '../charts/chart-table.tsx';
import { Note } from '../ui/rate.tsx';
import { CountBar, RateBar } from '../ui/share.tsx';
import { breakdownRowsOf } from './breakdown-rows.ts';
import { breakdownName } from './chosen-funnel.ts';
import styles from './funnel-breakdown.module.css';
import { growthFunnel } from './words.ts';

const words = growthFunnel.breakdown;

interface FunnelBreakdownProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: FunnelReport | null;
  /** The property, as the address has it. */
  by: string;
  /** Says how many visitors agreed to be measured. */
  consent: ReactNode;
}

/** The funnel for each value of the breakdown: one row per value, one bar per cell. */
export function FunnelBreakdown({ report, before, by, consent }: FunnelBreakdownProps) {
  const heading = words.heading(breakdownName(by) ?? '');
  // The conversion of an outcome follows from what it is.
  const comparesRows = by !== 'event_label';
  const rows = breakdownRowsOf(report, before, by);
  const largest = Math.max(...rows.map(({ counts }) => counts[0] ?? 0));
  return (
    <div className={styles['by']}>
      <h2>{heading}</h2>
      <p>
        {words.note} {comparesRows && words.compared}
      </p>
      {consent}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles['scroll']} aria-label={heading} tabIndex={0}>
        <table className={styles['breakdown']}>
          <caption className="visually-hidden">{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{words.value}</th>
              {report.labels.map((label, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position; the same step may come twice
                <th key={index} scope="col">
                  {label}
                </th>
              ))}
              {comparesRows && <th scope="col">{words.rest}</th>}
              {before && <th scope="col">{words.before}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {row.counts.map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position; the same step may come twice
                  <td key={index}>
                    {formatCount(count)}{' '}
                    {index > 0 && (
                      <small>{formatRate({ successes: count, trials: row.counts[0] ?? 0 })}</small>
                    )}
                    {index === 0 ? (
                      <CountBar count={count} largest={largest} />
                    ) : (
                      <StepBar count={count} of={row.counts[0] ?? 0} />
                    )}
                    {index > 0 && index === row.counts.length - 1 && (
                      <Note>{formatInterval(row.conversion)}</Note>
                    )}
                  </td>
                ))}
                {comparesRows && <td>{row.besideOthers}</td>}
                {before && (
                  <td>
                    {row.before?.share ?? '–'}
                    {row.before && <Note>{row.before.difference}</Note>}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <DownloadCsv
        name={heading}
        rows={[
          [words.value, ...report.labels],
          ...rows.map(({ label, counts }) => [label, ...counts]),
        ]}
      />
    </div>
  );
}

const StepBar = ({ count, of }: { count: number; of: number }) =>
  of > 0 && <RateBar share={count / of} interval={wilson(count, of)} />;
