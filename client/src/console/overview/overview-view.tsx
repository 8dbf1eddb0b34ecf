import { memo } from 'react';
import type { ProblemsReport } from '#shared/growth';
import type { AlertsReport } from '#shared/notes';
import { periodBefore, type Span, startOfDay } from '#shared/time-buckets';
import { DEFAULT_RANGE, rangeOf } from '../address/range-in-address.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { useCompared } from '../api/use-compared.ts';
import { usePolled } from '../api/use-polled.ts';
import { useConsole } from '../console-data.ts';
import { Stages } from '../list/stages.tsx';
import { Later, Panel, waitingFor } from '../ui/panel.tsx';
import { PeriodHeading } from '../ui/view-heading.tsx';
import { overviewWords as words } from '../words/console-messages.ts';
import { FirstSteps, useIsEmpty } from './first-steps.tsx';
import { HourAndDay } from './hour-and-day.tsx';
import { Notes } from './note-list.tsx';
import { Alerts } from './open-alerts.tsx';
import styles from './overview.module.css';
import { PeriodFigures, PeriodTables } from './period-figures.tsx';
import { Attention, DeliveryLine, Problems, ShareLine } from './state.tsx';

const EVERY_MS = 30_000;
const WEEK_MS = 7 * 86_400_000;

/** The first view after signing in: the chosen period, what needs attention, and then today and the details. */
export function OverviewView({ address, change }: ViewProps) {
  const inToday = { ...address, range: 'today', unit: '' } as const;
  const inHour = { ...address, range: '60m', unit: '' } as const;
  const today = useCompared('figures', inToday);
  const hour = useCompared('figures', inHour, [], sameTimeYesterday);
  const figures = useCompared('figures', address);
  const channels = useCompared('traffic', address);
  const forms = useCompared('forms', address);
  const problems = usePolled<ProblemsReport>('problems', EVERY_MS);
  const alerts = usePolled<AlertsReport>(
    (now) => `alerts?from=${new Date(now - WEEK_MS).toISOString()}`,
    EVERY_MS,
  );
  const restart = () => change({ range: DEFAULT_RANGE, unit: '', filters: [] });
  const { seesPeople } = useConsole();
  const isEmpty = useIsEmpty(address, figures.report, today.report);

  return (
    <>
      <PeriodHeading
        heading={words.heading}
        says={address.filters.length > 0 ? channels.report : figures.report}
        address={address}
        change={change}
        figures={figures}
        consent={figures}
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
      <Later>
        <Attention problems={problems} alerts={alerts} />
        {seesPeople && <Stages />}
      </Later>
      {!isEmpty && <PeriodTables change={change} channels={channels} forms={forms} />}
      {!isEmpty && <HourAndDay address={inToday} hour={hour} today={today} />}
      <div id="attention" className={styles['section']} tabIndex={-1} {...waitingFor(problems)}>
        <Panel report={problems}>{(data) => <Problems {...data} />}</Panel>
        <Alerts report={alerts} zone={address.zone} />
      </div>
      <Rest zone={address.zone} seesPeople={seesPeople} />
    </>
  );
}

/** What is not about the period. Memoised: a press on one asks for its figures the sooner. */
const Rest = memo(({ zone, seesPeople }: { zone: string; seesPeople: boolean }) => (
  <Later>
    <Notes zone={zone} />
    {seesPeople && <DeliveryLine />}
    <ShareLine />
  </Later>
));

/** The last sixty minutes are compared with the same ones yesterday. */
function sameTimeYesterday(address: ViewAddress, now: number): Span {
  const { from, to } = rangeOf(address, now);
  const yesterday = periodBefore({ from: startOfDay(to, address.zone), to }, address.zone);
  return { from: yesterday.to - (to - from), to: yesterday.to };
}
