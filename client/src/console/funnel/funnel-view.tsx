import type { FiguresReport, FunnelReport } from '#shared/growth';
import { DEFAULT_RANGE } from '../address/time-range.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { useCompared } from '../api/use-compared.ts';
import styles from '../charts/chart-columns.module.css';
import { ConsentNote } from '../ui/consent-note.tsx';
import { Empty, Panel } from '../ui/panel.tsx';
import { beforeNameOf, RangePicker } from '../ui/range-picker.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import { chosenBreakdown, funnelParams } from './chosen-funnel.ts';
import { ConversionOverTime } from './conversion-over-time.tsx';
import { FunnelBreakdown } from './funnel-breakdown.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { FunnelControls } from './funnel-controls.tsx';
import { FunnelFigures } from './funnel-figures.tsx';
import { TimeToConvert } from './time-to-convert.tsx';
import { growthFunnel as words } from './words.ts';

const DEFAULTS = {
  range: DEFAULT_RANGE,
  preset: '',
  breakdown: '',
  steps: [],
  order: '',
  among: '',
  windowDays: '',
  unit: '',
} satisfies Partial<ViewAddress>;

/** Shows the funnel that the address names. The address holds the whole state of the view. */
export function FunnelView({ address, change }: ViewProps) {
  const asked = useCompared<FunnelReport>('funnel', address, funnelParams(address));
  const figures = useCompared<FiguresReport>('figures', { ...address, compare: false });
  const { report, before, period } = asked;
  const beforeName = beforeNameOf(address);
  const consent = <ConsentNote figures={figures.report.data} />;
  return (
    <>
      <ViewHeading heading={words.heading} lead={words.lead} about={{ address, figures: asked }}>
        <RangePicker address={address} change={change} />
      </ViewHeading>
      <FunnelControls address={address} change={change} />
      <Panel report={report} tall onRestart={() => change(DEFAULTS)}>
        {(data) => (
          <>
            {data.warnings.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {(data.steps[0]?.count ?? 0) === 0 ? (
              <>
                <Empty heading={words.empty.heading}>{words.empty.text}</Empty>
                {data.measured + (before?.measured ?? 0) > 0 && (
                  <>
                    <FunnelFigures report={data} before={before} />
                    {consent}
                  </>
                )}
              </>
            ) : (
              <>
                <FunnelChart report={data} before={before} beforeName={beforeName} />
                <FunnelFigures report={data} before={before} />
                {consent}
                <div className={styles['charts']}>
                  <ConversionOverTime
                    report={data}
                    before={before}
                    beforeName={beforeName}
                    zone={address.zone}
                    period={period}
                    consent={consent}
                  />
                  <TimeToConvert
                    report={data}
                    before={before}
                    beforeName={beforeName}
                    consent={consent}
                  />
                </div>
                {data.breakdown.length > 0 && (
                  <FunnelBreakdown
                    report={data}
                    before={before}
                    by={chosenBreakdown(address)}
                    consent={consent}
                  />
                )}
              </>
            )}
          </>
        )}
      </Panel>
    </>
  );
}
