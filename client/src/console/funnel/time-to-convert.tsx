import { formatSeconds, formatSecondsRange } from '#shared/format-figures';
import type { FunnelReport } from '#shared/growth';
import { Chart } from '../charts/chart.tsx';
import styles from '../charts/chart-columns.module.css';
import { Empty } from '../ui/panel.tsx';
import { funnelWords } from '../words/console-messages.ts';

const words = funnelWords.time;

interface TimeToConvertProps {
  report: FunnelReport;
  /** The same funnel in the period before, and what that is called. */
  before: FunnelReport | null;
  beforeName: string;
  /** What the funnel is about, on the image. */
  about: readonly string[];
}

/** How long people took from the first step to the last. */
export function TimeToConvert({ report, before, beforeName, about }: TimeToConvertProps) {
  const finished = report.steps.at(-1)?.count ?? 0;
  const { bins, medianSeconds, p90Seconds } = report.time;
  if (medianSeconds === null)
    return <Empty heading={words.caption}>{finished > 0 ? words.few : words.empty}</Empty>;
  // The last bins are days long, and mostly empty.
  const lastTaken = bins.findLastIndex(
    ({ count }, index) => count > 0 || (before?.time.bins[index]?.count ?? 0) > 0,
  );
  return (
    <div className={styles['noted']}>
      <Chart
        caption={words.caption}
        rowName={words.took}
        about={about}
        series={[{ key: 'people', label: words.people, tone: 'ink', whole: finished }]}
        rows={bins.slice(0, lastTaken + 1).map(({ fromSeconds, toSeconds, count }, index) => {
          const label = describeBin(fromSeconds, toSeconds);
          return {
            key: String(fromSeconds),
            label,
            shortLabel: label,
            values: { people: count },
            before: before?.time.bins[index]?.count ?? null,
          };
        })}
        beforeName={before ? beforeName : undefined}
      />
      {p90Seconds !== null && (
        <p>
          {words.note({ median: formatSeconds(medianSeconds), p90: formatSeconds(p90Seconds) })}
        </p>
      )}
    </div>
  );
}

/** Returns the words for a bin, short enough for the axis: `<10 s`, `2–5 min`, `>7 d`. */
function describeBin(from: number, to: number | null): string {
  if (to === null) return `>${formatSeconds(from)}`;
  return from === 0 ? `<${formatSeconds(to)}` : formatSecondsRange(from, to);
}
