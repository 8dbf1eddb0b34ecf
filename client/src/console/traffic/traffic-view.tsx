import type { DaysReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import type { ViewProps } from '../address/use-address.ts';
import { rangeRoute } from '../api/report-route.ts';
import { useReport } from '../api/use-report.ts';
import { Panel } from '../ui/panel.tsx';
import { RangePicker } from '../ui/range-picker.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import { TrafficDays } from './traffic-days.tsx';
import { TrafficSources } from './traffic-sources.tsx';
import { growthTraffic as words } from './words.ts';

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
