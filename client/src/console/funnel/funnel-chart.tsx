import { type ReactNode, useRef } from 'react';
import { comparePeople, compareSeconds } from '#shared/compare-figures';
import { formatCount, formatSeconds, formatShare, NONE } from '#shared/format-figures';
import type { FunnelReport } from '#shared/growth';
import type { Earlier } from '../api/use-compared.ts';
import { type ImageKind, saveImage } from '../charts/save-image.ts';
import { useFile } from '../charts/view-files.ts';
import { Change } from '../ui/change.tsx';
import { RateNote, Ratio } from '../ui/rate.tsx';
import { commonWords, funnelWords } from '../words/console-messages.ts';
import styles from './funnel-chart.module.css';
import { FunnelDrawing } from './funnel-drawing.tsx';
import { type FunnelRow, funnelFile, toRows } from './funnel-rows.ts';

const words = funnelWords.table;

interface FunnelChartProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: Earlier<FunnelReport> | null;
  /** What the funnel is about, on its image. */
  about: readonly string[];
  /** Shown between the drawing and its table, whose height differs from funnel to funnel. */
  children: ReactNode;
}

/** A table drawn as a chart: a bar for each step, and between two steps the people who left. */
export function FunnelChart({ report, before, about, children }: FunnelChartProps) {
  const chart = useRef<HTMLDivElement>(null);
  const rows = toRows(report, before);
  // With two steps, the first is the previous one.
  const hasFirst = rows.length > 2;
  // Another funnel has another drawing and table. Those of the last one do not turn into them column by column.
  const steps = rows.map(({ label }) => label).join();
  const onImage = (kind: ImageKind) => {
    const lines = rows.map(
      ({ position, label, count, first }) =>
        `${position + 1}. ${label}: ${formatCount(count)}, ${formatShare(count, first)}`,
    );
    const source = commonWords.chart.source({ host: location.host });
    void saveImage(
      chart.current,
      { title: words.caption, lines: [...about, ...lines], source },
      kind,
    );
  };
  useFile({
    name: words.caption,
    rows: () => funnelFile(rows, before !== null),
    saveImage: onImage,
  });
  return (
    <div className={styles['chart']}>
      <FunnelDrawing key={`drawing ${steps}`} ref={chart} rows={rows} />
      {children}
      <table key={`table ${steps}`} className={styles['funnel']}>
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">{words.losses}</th>
            <th scope="col">{words.people}</th>
            {hasFirst && <th scope="col">{words.ofFirst}</th>}
            <th scope="col">{words.ofPrevious}</th>
            <th scope="col">{words.time}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.position}>
              <th scope="row">{row.label}</th>
              <td
                data-label={words.losses}
                data-none={row.lost === null}
                className={styles['lost']}
              >
                {row.lost !== null &&
                  words[row.isLargestLoss ? 'lostMost' : 'lost']({ count: formatCount(row.lost) })}
              </td>
              {/* Keyed, because a right-aligned number would move when it has other digits. */}
              <td
                key={`people ${row.count}`}
                data-label={words.people}
                className={styles['people']}
              >
                {formatCount(row.count)}
                <Change
                  of={
                    row.before && before && comparePeople(row.count, row.before.count, before.share)
                  }
                />
              </td>
              {hasFirst && (
                <td data-label={words.ofFirst} data-none={row.ofFirst === null}>
                  {row.ofFirst ? <Ratio rate={row.ofFirst} before={row.before?.ofFirst} /> : NONE}
                </td>
              )}
              <td data-label={words.ofPrevious} data-none={row.ofPrevious === null}>
                {row.ofPrevious ? (
                  <Ratio rate={row.ofPrevious} before={row.before?.ofPrevious} />
                ) : (
                  NONE
                )}
              </td>
              <Times {...row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Times({ position, medianSeconds, averageSeconds, before }: FunnelRow) {
  if (position === 0)
    return (
      <td data-label={words.time} data-none>
        {NONE}
      </td>
    );
  const mean = averageSeconds === null ? '' : words.mean({ time: formatSeconds(averageSeconds) });
  return (
    <td data-label={words.time} className={styles['time']}>
      {formatSeconds(medianSeconds)}
      <RateNote>{mean}</RateNote>
      <Change of={before && compareSeconds(medianSeconds, before.medianSeconds)} />
    </td>
  );
}
