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
  /** The order and the window. */
  settings: string;
}

/** What the funnel comes to. */
export function FunnelFigures({ report, before, settings }: FunnelFiguresProps) {
  const { steps, labels, time, confirmed } = report;
  const { sendsMail } = useConsole();
  const rate = conversionOf(steps);
  const then = before && conversionOf(before.steps);
  return (
    <Figures
      isList
      figures={[
        {
          label: labels.at(-1) ?? '',
          value: formatCount(rate.successes),
          change: before && then && comparePeople(rate.successes, then.successes, before.share),
        },
        { label: words.conversion, value: rate, change: then && compareRates(rate, then) },
        {
          label: words.median,
          value: formatSeconds(time.medianSeconds),
          change: before && compareSeconds(time.medianSeconds, before.time.medianSeconds),
        },
        ...(sendsMail && confirmed ? [confirmedFigure(confirmed, before?.confirmed)] : []),
        { label: words.settings, value: '', note: settings },
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
