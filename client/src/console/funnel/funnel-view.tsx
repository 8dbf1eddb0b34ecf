import type { FunnelReport } from '#shared/growth';
import { DEFAULT_RANGE } from '../address/time-range.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { funnelParams } from '../api/report-route.ts';
import { useCompared } from '../api/use-compared.ts';
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
  range: DEFAULT_RANGE,
  breakdown: '',
  steps: [],
  order: '',
  windowDays: '',
} satisfies Partial<ViewAddress>;

export function FunnelView({ address, change }: ViewProps) {
  const report = useCompared<FunnelReport>('funnel', address, funnelParams(address)).report;
  const by = words.breakdowns[address.breakdown as keyof typeof words.breakdowns];
  return (
    <>
      <ViewHeading heading={words.heading} lead={words.lead}>
        <RangePicker address={address} change={change} />
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
