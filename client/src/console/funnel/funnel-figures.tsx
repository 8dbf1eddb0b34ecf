import { useContext } from 'react';
import type { FunnelReport } from '#shared/growth';
import { countChange, rateChange } from '../charts/compare.ts';
import { formatCount, formatSeconds } from '../charts/format-figures.ts';
import { SendsMailContext } from '../page-data.ts';
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
  const { steps, measured, time, confirmed } = report;
  const sendsMail = useContext(SendsMailContext);
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
          value: rate,
          change: before ? rateChange(rate, conversionOf(before.steps)) : undefined,
        },
        {
          label: words.time,
          value: formatSeconds(time.medianSeconds),
          note: words.timeNote(formatSeconds(time.p90Seconds)),
          change: before ? words.was(formatSeconds(before.time.medianSeconds)) : undefined,
        },
        ...(sendsMail && confirmed ? [confirmedFigure(confirmed, before?.confirmed)] : []),
      ]}
    />
  );
}

type Confirmed = NonNullable<FunnelReport['confirmed']>;

/** Confirmations are not events: this is about everybody who signed up by the path of the last step. */
function confirmedFigure(now: Confirmed, before: FunnelReport['confirmed'] | undefined) {
  const rate = rateOf(now);
  return {
    label: words.confirmed,
    value: rate,
    note: words.confirmedNote(formatCount(now.confirmed), formatCount(now.signups)),
    change: before ? rateChange(rate, rateOf(before)) : undefined,
  };
}

const rateOf = ({ signups, confirmed }: Confirmed) => ({ successes: confirmed, trials: signups });
