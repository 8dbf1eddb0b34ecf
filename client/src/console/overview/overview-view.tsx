import { periodBefore, type Span, startOfDay } from '#shared/time-buckets';
import { DEFAULT_RANGE, rangeOf } from '../address/range-in-address.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { useCompared } from '../api/use-compared.ts';
import { Later, Panel } from '../ui/panel.tsx';
import { PeriodFoot, PeriodHeading } from '../ui/view-heading.tsx';
import { overviewWords as words } from '../words/console-messages.ts';
import { FirstSteps, useIsEmpty } from './first-steps.tsx';
import { HourAndDay } from './hour-and-day.tsx';
import { Notes } from './note-list.tsx';
import { PeriodFigures, PeriodTables } from './period-figures.tsx';

/** The first view after signing in: the chosen period, what needs attention, and then today and the details. */
export function OverviewView({ address, change }: ViewProps) {
  const inToday = { ...address, range: 'today', unit: '' } as const;
  const inHour = { ...address, range: '60m', unit: '' } as const;
  const today = useCompared('figures', inToday);
  const hour = useCompared('figures', inHour, [], sameTimeYesterday);
  const figures = useCompared('figures', address);
  const channels = useCompared('traffic', address);
  const forms = useCompared('forms', address);
  const restart = () => change({ range: DEFAULT_RANGE, unit: '', filters: [] });
  const isEmpty = useIsEmpty(address, figures.report, today.report);

  return (
    <>
      <PeriodHeading
        heading={words.heading}
        says={address.filters.length > 0 ? channels.report : figures.report}
        change={change}
      />
      {isEmpty && <FirstSteps />}
      <Panel
        report={figures.report}
        tall={!isEmpty}
        isUnfiltered={address.filters.length > 0}
        onRestart={restart}
      >
        {(data) => !isEmpty && <PeriodFigures address={address} figures={figures} data={data} />}
      </Panel>
      {!isEmpty && <PeriodTables change={change} channels={channels} forms={forms} />}
      {!isEmpty && <HourAndDay address={inToday} hour={hour} today={today} />}
      <Later>
        <Notes zone={address.zone} />
      </Later>
      <PeriodFoot address={address} figures={figures} consent={figures} />
    </>
  );
}

/** The last sixty minutes are compared with the same ones yesterday. */
function sameTimeYesterday(address: ViewAddress, now: number): Span {
  const { from, to } = rangeOf(address, now);
  const yesterday = periodBefore({ from: startOfDay(to, address.zone), to }, address.zone);
  return { from: yesterday.to - (to - from), to: yesterday.to };
}
