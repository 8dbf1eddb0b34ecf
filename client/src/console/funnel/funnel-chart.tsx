import type { FunnelReport } from '#shared/growth';
import { DownloadCsv } from '../charts/chart-table.tsx';
import { formatRate, rateDifference } from '../charts/compare.ts';
import { formatCount, formatSeconds } from '../charts/format-figures.ts';
import { Note, Rate } from '../ui/rate.tsx';
import styles from './funnel-chart.module.css';
import { csvOf, type FunnelRow, rowsOf } from './funnel-rows.ts';
import { FunnelWedge } from './funnel-wedge.tsx';
import { growthFunnel } from './words.ts';

const words = growthFunnel.table;

interface FunnelChartProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: FunnelReport | null;
}

/** A table drawn as a chart: a bar for each step, and between two steps the people who left. */
export function FunnelChart({ report, before }: FunnelChartProps) {
  const rows = rowsOf(report, before);
  // With two steps, the first is the previous one.
  const hasFirst = rows.length > 2;
  return (
    <div className={styles['chart']}>
      <table className={styles['funnel']}>
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">
              <span className="visually-hidden">{words.losses}</span>
            </th>
            <th scope="col">{words.people}</th>
            {hasFirst && <th scope="col">{words.ofFirst}</th>}
            <th scope="col">{words.ofPrevious}</th>
            {before && <th scope="col">{words.before}</th>}
            <th scope="col">{words.time}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.position}>
              <th scope="row">{row.label}</th>
              <td className={styles['drawing']}>
                <FunnelWedge {...row} />
              </td>
              <td data-label={words.people} className={styles['people']}>
                {formatCount(row.ofFirst.successes)}
              </td>
              {hasFirst && (
                <td data-label={words.ofFirst} data-none={row.ofPrevious === null}>
                  {row.ofPrevious ? <Rate {...row.ofFirst} /> : '–'}
                </td>
              )}
              <td data-label={words.ofPrevious} data-none={row.ofPrevious === null}>
                {row.ofPrevious ? <Rate {...row.ofPrevious} /> : '–'}
              </td>
              {before && <Before {...row} />}
              <td data-label={words.time} data-none={row.medianSeconds === null}>
                {formatSeconds(row.medianSeconds)}
                {row.averageSeconds !== null && (
                  <Note>{words.mean(formatSeconds(row.averageSeconds))}</Note>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <DownloadCsv name={words.caption} rows={csvOf(rows)} />
    </div>
  );
}

function Before({ before, ofPrevious }: FunnelRow) {
  const earlier = before?.ofPrevious;
  const difference = earlier && ofPrevious && rateDifference(ofPrevious, earlier);
  return (
    <td data-label={words.before}>
      {before ? formatCount(before.count) : '–'}
      {earlier && <Note>{formatRate(earlier)}</Note>}
      {difference && <Note>{difference}</Note>}
    </td>
  );
}
