import type { DaysReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import { growthTraffic as words } from '../../content/growth/traffic.ts';
import { Panel } from './panel.tsx';
import { RangePicker } from './range-picker.tsx';
import { rangeRoute } from './report-route.ts';
import { TrafficDays } from './traffic-days.tsx';
import { TrafficSources } from './traffic-sources.tsx';
import type { ViewProps } from './use-address.ts';
import { useReport } from './use-report.ts';
import { ViewHeading } from './view-heading.tsx';

export function TrafficView({ address, change }: ViewProps) {
  const now = Date.now();
  const days = useReport<DaysReport>(rangeRoute('days', address, now));
  const traffic = useReport<Traffic>(rangeRoute('traffic', address, now));
  const restart = () => change({ range: { last: 30 } });
  return (
    <>
      <ViewHeading heading={words.heading}>
        <RangePicker range={address.range} change={change} />
      </ViewHeading>
      <Panel report={days} tall onRestart={restart}>
        {(data) => <TrafficDays {...data} />}
      </Panel>
      <Panel report={traffic} onRestart={restart}>
        {(data) => <TrafficSources {...data} />}
      </Panel>
    </>
  );
}
