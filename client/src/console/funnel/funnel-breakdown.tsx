import type { FunnelReport } from '#shared/growth';
import { formatCount, formatShare } from '../charts/format-figures.ts';
import { Share } from '../ui/share.tsx';
import styles from './funnel-breakdown.module.css';
import { growthFunnel } from './words.ts';

const words = growthFunnel.breakdown;

/** The funnel for each value of the breakdown: one row per value, one bar per cell. */
export function FunnelBreakdown({ report, by }: { report: FunnelReport; by: string }) {
  const { breakdown, others, labels } = report;
  const rows = [
    ...breakdown.map(({ value, steps }) => ({ label: value ?? words.none, steps })),
    ...(others ? [{ label: words.others(others.values), steps: others.steps }] : []),
  ];
  return (
    <div className={styles['by']}>
      <h2>{words.heading(by)}</h2>
      <p>{words.note}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles['scroll']} aria-label={words.heading(by)} tabIndex={0}>
        <table className={styles['breakdown']}>
          <caption className="visually-hidden">{words.heading(by)}</caption>
          <thead>
            <tr>
              <th scope="col">{words.value}</th>
              {labels.map((label, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position; the same step may come twice
                <th key={index} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, steps }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {steps.map(({ count }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position; the same step may come twice
                  <td key={index}>
                    {formatCount(count)} <small>{formatShare(count, steps[0]?.count ?? 0)}</small>
                    <Share part={count} whole={steps[0]?.count ?? 0} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
