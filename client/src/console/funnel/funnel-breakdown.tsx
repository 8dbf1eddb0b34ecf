import type { FunnelReport } from '#shared/growth';
import { formatInterval, formatRate } from '../charts/compare.ts';
import { formatCount } from '../charts/format-figures.ts';
import { Note } from '../ui/rate.tsx';
import { Share } from '../ui/share.tsx';
import { breakdownRowsOf } from './breakdown-rows.ts';
import styles from './funnel-breakdown.module.css';
import { growthFunnel } from './words.ts';

const words = growthFunnel.breakdown;

interface FunnelBreakdownProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: FunnelReport | null;
  by: string;
  /** False where a row's conversion says nothing about the row, such as that of the outcomes. */
  comparesRows: boolean;
}

/** The funnel for each value of the breakdown: one row per value, one bar per cell. */
export function FunnelBreakdown({ report, before, by, comparesRows }: FunnelBreakdownProps) {
  return (
    <div className={styles['by']}>
      <h2>{words.heading(by)}</h2>
      <p>
        {words.note} {comparesRows && words.compared}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles['scroll']} aria-label={words.heading(by)} tabIndex={0}>
        <table className={styles['breakdown']}>
          <caption className="visually-hidden">{words.heading(by)}</caption>
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
            {breakdownRowsOf(report, before).map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {row.counts.map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position; the same step may come twice
                  <td key={index}>
                    {formatCount(count)}{' '}
                    {index > 0 && (
                      <small>{formatRate({ successes: count, trials: row.counts[0] ?? 0 })}</small>
                    )}
                    <Share part={count} whole={row.counts[0] ?? 0} />
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
    </div>
  );
}
