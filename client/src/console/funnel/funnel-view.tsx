import type { FunnelReport } from '#shared/growth';
import type { Span } from '#shared/time-buckets';
import { DEFAULT_RANGE } from '../address/range-in-address.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Earlier, useCompared } from '../api/use-compared.ts';
import styles from '../charts/chart-columns.module.css';
import { Answer, Empty, Panel, waitingFor } from '../ui/panel.tsx';
import { beforeNameOf } from '../ui/range-picker.tsx';
import { PeriodFoot, PeriodHeading } from '../ui/view-heading.tsx';
import { commonWords, funnelWords as words } from '../words/console-messages.ts';
import {
  askedBreakdown,
  breakdownName,
  chosenBreakdown,
  describeFunnel,
  funnelParams,
  isOffered,
  UNCHANGED,
} from './chosen-funnel.ts';
import { ConversionOverTime } from './conversion-over-time.tsx';
import { BreakdownTable } from './funnel-breakdown.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { FunnelControls } from './funnel-controls.tsx';
import { FunnelFigures } from './funnel-figures.tsx';
import views from './funnel-view.module.css';
import { TimeToConvert } from './time-to-convert.tsx';

const DEFAULTS = {
  ...UNCHANGED,
  range: DEFAULT_RANGE,
  preset: '',
  unit: '',
  filters: [],
} satisfies Partial<ViewAddress>;

/** Shows the funnel that the address names. The address holds the whole state of the view. */
export function FunnelView({ address, change }: ViewProps) {
  const asked = useCompared('funnel', address, funnelParams(address));
  const figures = useCompared('figures', address);
  const { report, before, period } = asked;
  const about = describeFunnel(address, period);
  const beforeName = beforeNameOf(address);
  const by = askedBreakdown(address);
  const isEmpty = (report.data?.steps[0]?.count ?? 0) === 0;
  const isFiltered = address.filters.length > 0;
  const isMeasured = (report.data?.measured ?? 0) + (before?.measured ?? 0) > 0;
  const widen = isFiltered ? { filters: [] } : UNCHANGED;
  return (
    <>
      <PeriodHeading heading={words.heading} lead={words.lead} says={report} change={change} />
      <div className={views['funnel']} {...waitingFor(report)}>
        <FunnelControls change={change} />
        <Panel report={report} tall onRestart={(isFew) => change(isFew ? widen : DEFAULTS)}>
          {(data) => (
            <>
              {data.warnings.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {!isOffered(address, by) && (
                <p>{words.breakdown.notOffered({ by: (breakdownName(by) ?? '').toLowerCase() })}</p>
              )}
              {isEmpty ? (
                <Empty
                  heading={
                    isMeasured || isFiltered ? words.empty.heading : commonWords.about.nobody
                  }
                  isChart
                >
                  {words.empty.text}
                </Empty>
              ) : (
                <FunnelChart report={data} before={before} about={about}>
                  <FunnelFigures report={data} before={before} />
                </FunnelChart>
              )}
              {isEmpty && isMeasured && <FunnelFigures report={data} before={before} />}
            </>
          )}
        </Panel>
      </div>
      {!isEmpty && (
        <Answer report={report} className={views['details']}>
          {(data) => (
            <FunnelDetails {...{ address, change, data, before, beforeName, period, about }} />
          )}
        </Answer>
      )}
      <PeriodFoot address={address} figures={asked} consent={figures} />
    </>
  );
}

interface FunnelDetailsProps extends ViewProps {
  data: FunnelReport;
  before: Earlier<FunnelReport> | null;
  beforeName: string;
  period: Span;
  about: readonly string[];
}

/** The funnel over time, by time and by value. */
function FunnelDetails(props: FunnelDetailsProps) {
  const { address, change, data, before, beforeName, period, about } = props;
  return (
    <>
      <div className={styles['charts']}>
        <ConversionOverTime
          report={data}
          before={before}
          beforeName={beforeName}
          zone={address.zone}
          period={period}
          about={about}
        />
        <TimeToConvert report={data} before={before} beforeName={beforeName} about={about} />
      </div>
      {data.breakdown.length > 0 && (
        <BreakdownTable
          report={data}
          before={before}
          by={chosenBreakdown(address)}
          change={change}
        />
      )}
    </>
  );
}
