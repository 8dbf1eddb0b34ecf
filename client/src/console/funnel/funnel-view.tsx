import type { FunnelReport } from '#shared/growth';
import type { Span } from '#shared/time-buckets';
import { DEFAULT_RANGE } from '../address/range-in-address.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { type Earlier, useCompared } from '../api/use-compared.ts';
import styles from '../charts/chart-columns.module.css';
import { Empty, Kept, Panel, veiled, waitingFor } from '../ui/panel.tsx';
import { beforeNameOf } from '../ui/range-picker.tsx';
import { PeriodHeading } from '../ui/view-heading.tsx';
import { funnelWords as words } from '../words/console-messages.ts';
import { chosenBreakdown, describeFunnel, funnelParams, UNCHANGED } from './chosen-funnel.ts';
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
  const isEmpty = (report.data?.steps[0]?.count ?? 0) === 0;
  const widen = address.filters.length > 0 ? { filters: [] } : UNCHANGED;
  return (
    <>
      <PeriodHeading
        heading={words.heading}
        lead={words.lead}
        summary={report.data?.summary ?? null}
        address={address}
        change={change}
        figures={asked}
        consent={figures}
      />
      <div className={views['funnel']} {...waitingFor(report)}>
        <FunnelControls change={change} />
        <Panel report={report} tall waits onRestart={(isFew) => change(isFew ? widen : DEFAULTS)}>
          {(data) => (
            <>
              {data.warnings.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {isEmpty ? (
                <Empty heading={words.empty.heading} isChart>
                  {words.empty.text}
                </Empty>
              ) : (
                <FunnelChart report={data} before={before} about={about}>
                  <FunnelFigures report={data} before={before} />
                </FunnelChart>
              )}
              {isEmpty && data.measured + (before?.measured ?? 0) > 0 && (
                <FunnelFigures report={data} before={before} />
              )}
            </>
          )}
        </Panel>
      </div>
      {report.data && report.failure === null && !isEmpty && (
        <div className={`${views['details']} ${veiled}`} aria-busy={report.loading}>
          <Kept isOld={report.loading}>
            <FunnelDetails
              address={address}
              change={change}
              data={report.data}
              before={before}
              beforeName={beforeName}
              period={period}
              about={about}
            />
          </Kept>
        </div>
      )}
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
