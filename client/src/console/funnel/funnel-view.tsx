import type { FunnelReport } from '#shared/growth';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { funnelRoute } from '../api/report-route.ts';
import { useReport } from '../api/use-report.ts';
import { formatCount, formatSeconds, formatShare } from '../charts/format-figures.ts';
import { Empty, Figures, Panel } from '../ui/panel.tsx';
import { RangePicker } from '../ui/range-picker.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import { FunnelBreakdown } from './funnel-breakdown.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { FunnelControls } from './funnel-controls.tsx';
import { growthFunnel as words } from './words.ts';

/** Shows the funnel that the address names. The address holds the whole state of the view. */
const DEFAULTS = {
  range: { last: 30 },
  breakdown: '',
  steps: [],
  order: '',
  windowDays: '',
} satisfies Partial<ViewAddress>;

export function FunnelView({ address, change }: ViewProps) {
  const report = useReport<FunnelReport>(funnelRoute(address, Date.now()));
  const by = words.breakdowns[address.breakdown as keyof typeof words.breakdowns];
  return (
    <>
      <ViewHeading heading={words.heading} lead={words.lead}>
        <RangePicker range={address.range} change={change} />
      </ViewHeading>
      <FunnelControls address={address} change={change} />
      <Panel report={report} tall onRestart={() => change(DEFAULTS)}>
        {(data) =>
          (data.steps[0]?.count ?? 0) === 0 ? (
            <Empty heading={words.empty.heading}>{words.empty.text}</Empty>
          ) : (
            <>
              <Figures figures={figuresOf(data)} />
              <FunnelChart report={data} />
              {data.breakdown.length > 0 && <FunnelBreakdown report={data} by={by ?? ''} />}
            </>
          )
        }
      </Panel>
    </>
  );
}

function figuresOf({ steps, labels }: FunnelReport) {
  const first = steps[0]?.count ?? 0;
  const last = steps.at(-1);
  const { started, finished, conversion, time, timeNote, ofFirst } = words.figures;
  return [
    { label: started, value: formatCount(first), note: labels[0] },
    { label: finished, value: formatCount(last?.count ?? 0), note: labels.at(-1) },
    { label: conversion, value: formatShare(last?.count ?? 0, first), note: ofFirst },
    { label: time, value: formatSeconds(last?.medianSeconds ?? null), note: timeNote },
  ];
}
