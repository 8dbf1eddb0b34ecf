import { useContext } from 'react';
import { DEFAULT_RANGE } from '../address/range-in-address.ts';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { useCompared } from '../api/use-compared.ts';
import { LinkBuilder } from '../links/link-builder.tsx';
import { FirstSteps, useIsEmpty } from '../overview/first-steps.tsx';
import controls from '../ui/controls.module.css';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { PeriodFoot, PeriodHeading } from '../ui/view-heading.tsx';
import { commonWords, trafficWords as words } from '../words/console-messages.ts';
import { TrafficFigures } from './traffic-figures.tsx';
import { TrafficSources } from './traffic-sources.tsx';

const DEFAULT_BY = 'channel';

export function TrafficView({ address, change }: ViewProps) {
  const figures = useCompared('figures', address);
  const traffic = useCompared('traffic', address, [['by', address.by || null]]);
  const isEmpty = useIsEmpty(address, figures.report);
  const restart = (isFew: boolean) =>
    change(isFew ? { filters: [] } : { range: DEFAULT_RANGE, unit: '', by: '', filters: [] });
  return (
    <>
      <PeriodHeading heading={words.heading} says={traffic.report} change={change} />
      {isEmpty && <FirstSteps />}
      <Panel
        report={figures.report}
        tall={!isEmpty}
        isUnfiltered={address.filters.length > 0}
        onRestart={restart}
      >
        {(data) => !isEmpty && <TrafficFigures address={address} figures={figures} data={data} />}
      </Panel>
      <div className={controls['row']}>
        <ByPicker change={change} />
      </div>
      <Panel report={traffic.report} onRestart={restart}>
        {(data) => <TrafficSources data={data} before={traffic.before} change={change} />}
      </Panel>
      <LinkBuilder zone={address.zone} />
      <PeriodFoot address={address} figures={figures} consent={figures} />
    </>
  );
}

function ByPicker({ change }: Pick<ViewProps, 'change'>) {
  const { by } = useContext(AddressNow);
  return (
    <Select
      label={words.by}
      value={by || DEFAULT_BY}
      options={Object.entries(commonWords.by)}
      onChange={(next) => change({ by: next === DEFAULT_BY ? '' : next })}
    />
  );
}
