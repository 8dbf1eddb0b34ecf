import { comparePeople, compareRates, compareSeconds } from '#shared/compare-figures';
import { formatCount, formatSeconds } from '#shared/format-figures';
import { conversionOf } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import type { Earlier } from '../api/use-compared.ts';
import { useConsole } from '../console-data.ts';
import { Figures } from '../ui/panel.tsx';
import { funnelWords } from '../words/console-messages.ts';

const words = funnelWords.figures;

interface FunnelFiguresProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: Earlier<FunnelReport> | null;
}

/** The funnel as a whole. The people measured at all are more than those of the first step. */
export function FunnelFigures({ report, before }: FunnelFiguresProps) {
  const { steps, measured, time, confirmed } = report;
  const { sendsMail } = useConsole();
  const rate = conversionOf(steps);
  return (
    <Figures
      figures={[
        {
          label: words.measured,
          value: formatCount(measured),
          note: words.measuredNote,
          change: before && comparePeople(measured, before.measured, before.share),
        },
        {
          label: words.conversion,
          value: rate,
          change: before && compareRates(rate, conversionOf(before.steps)),
        },
        {
          label: words.median,
          value: formatSeconds(time.medianSeconds),
          note: words.timeNote,
          change: before && compareSeconds(time.medianSeconds, before.time.medianSeconds),
        },
        {
          label: words.p90,
          value: formatSeconds(time.p90Seconds),
          note: words.timeNote,
          change: before && compareSeconds(time.p90Seconds, before.time.p90Seconds),
        },
        ...(sendsMail && confirmed ? [confirmedFigure(confirmed, before?.confirmed)] : []),
      ]}
    />
  );
}

type Confirmed = NonNullable<FunnelReport['confirmed']>;

/** Confirmations are not events: this is about everybody who signed up by the path of the last step. */
function confirmedFigure(now: Confirmed, before: FunnelReport['confirmed'] = null) {
  const rate = rateOf(now);
  return {
    label: words.confirmed,
    value: rate,
    note: words.confirmedNote({
      confirmed: formatCount(now.confirmed),
      signups: formatCount(now.signups),
    }),
    change: before && compareRates(rate, rateOf(before)),
  };
}

const rateOf = ({ signups, confirmed }: Confirmed) => ({ successes: confirmed, trials: signups });
