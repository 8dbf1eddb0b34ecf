import type { FunnelReport } from '#shared/growth';
import { countChange, formatInterval, formatRate, rateChange } from '../charts/compare.ts';
import { formatCount, formatSeconds } from '../charts/format-figures.ts';
import { Figures } from '../ui/panel.tsx';
import { conversionOf } from './funnel-rows.ts';
import { growthFunnel } from './words.ts';

const words = growthFunnel.figures;

interface FunnelFiguresProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: FunnelReport | null;
}

/** The funnel in three figures. The people measured at all are more than those of the first step. */
export function FunnelFigures({ report, before }: FunnelFiguresProps) {
  const { steps, measured, time } = report;
  const rate = conversionOf(steps);
  return (
    <Figures
      figures={[
        {
          label: words.measured,
          value: formatCount(measured),
          note: words.measuredNote,
          change: before ? countChange(measured, before.measured) : undefined,
        },
        {
          label: words.conversion,
          value: formatRate(rate),
          note: formatInterval(rate),
          change: before ? rateChange(rate, conversionOf(before.steps)) : undefined,
        },
        {
          label: words.time,
          value: formatSeconds(time.medianSeconds),
          note: words.timeNote(formatSeconds(time.p90Seconds)),
          change: before ? words.was(formatSeconds(before.time.medianSeconds)) : undefined,
        },
      ]}
    />
  );
}
